--[[
Makes events of a watch due again, beginning with the first attempt.

KEYS: those of shared/deliveries, and, built from the prefix:
  watch:<watch>:events  ids of its events by position; read
  watch-event:<event>   delivery_status; sets webhook_url, webhook_origin, delivery_status, delivery_attempts, delivery_at_ms
ARGV:
  3  watch id
  4  id of the event; empty: all of those below that failed
  5  position from which events are looked at
  6  most events that are looked at
  7  URL of the webhook
  8  its origin
  9  now; ms since 1970; empty: the clock of Redis
Returns:
  {number of events that are due, last position that was looked at; 0: there is no other}
]]
-- @include shared/start
-- @include shared/deliveries
local only, nowMs, count, last = ARGV[4], tonumber(ARGV[9]) or redisMs, 0, 0
local events = name('watch', ARGV[3], 'events')
local found = redis.call('ZRANGEBYSCORE', events, ARGV[5], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[6])
if only ~= '' then
  found = {}
  local sequence = redis.call('ZSCORE', events, only)
  if sequence then found = {only, sequence} end
end
for i = 1, #found, 2 do
  local event = name('watch-event', found[i])
  local status = redis.call('HGET', event, 'delivery_status')
  if status and (only ~= '' or status == 'failed') then
    endSending(found[i])
    redis.call('HSET', event, 'webhook_url', ARGV[7], 'webhook_origin', ARGV[8], 'delivery_status', 'pending',
      'delivery_attempts', 0, 'delivery_at_ms', nowMs)
    makeDue(found[i], nowMs)
    count = count + 1
  end
  last = found[i + 1]
end
return {count, only == '' and last or 0}

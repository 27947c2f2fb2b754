--[[
Writes the new state of a delivery, unless it has changed since the caller read it.

KEYS: those of shared/deliveries, and, built from the prefix:
  batch:<batch>           delivery_attempts, delivery_at_ms, and the given fields
  watch-event:<event>     the same, of an event of a watch
  batch:<batch>:attempts  ended attempts as JSON, the newest at the end; adds one
ARGV:
  3  id of the batch or event
  4  number of ended attempts, as read
  5  time of the next attempt, as read; ms since 1970
  6  new time of the next attempt; ms since 1970; empty: none
  7  the attempt that has ended, as JSON
  8  from here: field names, each followed by its value
Returns:
  OK
]]
-- @include shared/start
-- @include shared/deliveries
local id, nextAtMs = ARGV[3], ARGV[6]
local batch = deliveryOf(id)
local attempts, dueAtMs = unpack(redis.call('HMGET', batch, 'delivery_attempts', 'delivery_at_ms'))
if attempts ~= ARGV[4] or dueAtMs ~= ARGV[5] then return 'OK' end
redis.call('HSET', batch, 'delivery_at_ms', nextAtMs, unpack(ARGV, 8))
if batch == name('batch', id) then
  redis.call('RPUSH', name('batch', id, 'attempts'), ARGV[7])
  redis.call('LTRIM', name('batch', id, 'attempts'), 0 - {{KEPT_ATTEMPTS}}, -1)
end
endSending(id)
if nextAtMs ~= '' then makeDue(id, nextAtMs) end
return 'OK'

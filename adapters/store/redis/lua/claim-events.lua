--[[
Claims attempts at events that are due.

KEYS: built from the prefix:
  events                 ids of those with an attempt to come, by its time; changes some
  event:<event>          fields of the event; read
  workspace:<workspace>  events_url, events_secret; read
ARGV:
  3  most attempts
  4  now; ms since 1970; empty: the clock of Redis
  5  lease; ms
Returns:
  for each: id, workspace id, body, ended attempts, URL and secret; the last two are empty without a receiver
]]
-- @include shared/start
local nowMs, claimed = tonumber(ARGV[4]) or redisMs, {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', name('events'), '-inf', nowMs, 'LIMIT', 0, ARGV[3])) do
  local workspace, body, attempts = unpack(redis.call('HMGET', name('event', id), 'workspace_id', 'body', 'attempts'))
  if workspace then
    local url, secret = unpack(redis.call('HMGET', name('workspace', workspace), 'events_url', 'events_secret'))
    redis.call('ZADD', name('events'), nowMs + ARGV[5], id)
    table.insert(claimed, {id, workspace, body, attempts, url or '', secret or ''})
  else
    redis.call('ZREM', name('events'), id)
  end
end
return claimed

--[[
Claims attempts at alerts that are due.

KEYS: built from the prefix:
  alerts         ids of those with an attempt to come, by its time; changes some
  alert:<alert>  fields of the alert; read
ARGV:
  3  most attempts
  4  now; ms since 1970; empty: the clock of Redis
  5  lease; ms
Returns:
  for each: id, body and ended attempts
]]
-- @include shared/start
local nowMs, claimed = tonumber(ARGV[4]) or redisMs, {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', name('alerts'), '-inf', nowMs, 'LIMIT', 0, ARGV[3])) do
  local body, attempts = unpack(redis.call('HMGET', name('alert', id), 'body', 'attempts'))
  if body then
    redis.call('ZADD', name('alerts'), nowMs + ARGV[5], id)
    table.insert(claimed, {id, body, attempts})
  else
    redis.call('ZREM', name('alerts'), id)
  end
end
return claimed

--[[
Claims webhooks that are due. A claimed webhook is due again when the lease ends.

KEYS: built from the prefix:
  due            batches by the time when their webhook can be claimed
  batch:<batch>  delivery_attempts; read
ARGV:
  3  maximum number of webhooks
  4  now; ms since 1970; empty: the clock of Redis
  5  lease of a webhook; ms
Returns:
  for each webhook: batch id, number of ended attempts
]]
-- @include shared/start
local due, reply, nowMs = name('due'), {}, tonumber(ARGV[4]) or redisMs
for _, id in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', nowMs, 'LIMIT', 0, ARGV[3])) do
  redis.call('ZADD', due, nowMs + ARGV[5], id)
  reply[#reply + 1] = id
  reply[#reply + 1] = redis.call('HGET', name('batch', id), 'delivery_attempts')
end
return reply

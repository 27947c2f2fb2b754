--[[
Claims webhooks that are due. A claimed webhook is due again when the lease ends.

KEYS: built from the prefix:
  due            batches by the time when their webhook can be claimed
  batch:<batch>  delivery_attempts; read
ARGV:
  3  maximum number of webhooks
  4  now; ms since 1970
  5  lease of a webhook; ms
Returns:
  for each webhook: batch id, number of ended attempts
]]
-- @include shared/start
local due, reply = name('due'), {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', ARGV[4], 'LIMIT', 0, ARGV[3])) do
  redis.call('ZADD', due, ARGV[4] + ARGV[5], id)
  reply[#reply + 1] = id
  reply[#reply + 1] = redis.call('HGET', name('batch', id), 'delivery_attempts')
end
return reply

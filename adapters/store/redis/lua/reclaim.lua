--[[
Claims items whose lease has ended without a result.

KEYS: built from the prefix:
  claims               <batch>:<index> by end of lease
  batch:<batch>:items  items by index; read
ARGV:
  3  maximum number of items
  4  now; ms since 1970
  5  lease of an item; ms
Returns:
  claims, each as <batch>:<index>, in order of the ended leases
]]
-- @include shared/start
local claims, reply = name('claims'), {}
for _, claim in ipairs(redis.call('ZRANGEBYSCORE', claims, '-inf', ARGV[4], 'LIMIT', 0, ARGV[3])) do
  local id, index = claim:match('^(.*):(%d+)$')
  if redis.call('HEXISTS', name('batch', id, 'items'), index) == 1 then
    redis.call('ZADD', claims, ARGV[4] + ARGV[5], claim)
    reply[#reply + 1] = claim
  else
    redis.call('ZREM', claims, claim)
  end
end
return reply

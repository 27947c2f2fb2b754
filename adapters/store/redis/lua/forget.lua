--[[
Removes old results and idempotency keys, a limited number of each.

KEYS: those of shared/storage, and, built from the prefix:
  ended                          batches with results, by end; removes the old ones
  batch:<batch>                  sets has_results
  batch:<batch>:results          results; removed
  idempotency-uses               names of idempotency keys by time of use; removes the old ones
  idempotency:<workspace>:<key>  removed
ARGV:
  3  results of batches that ended before this time are removed; ms since 1970
  4  idempotency keys that were used before this time are removed; ms since 1970
  5  maximum number of batches, and of idempotency keys
Returns:
  {batches that lost their results, removed idempotency keys}
]]
-- @include shared/start
-- @include shared/storage
local ended = redis.call('ZRANGEBYSCORE', name('ended'), '-inf', '(' .. ARGV[3], 'LIMIT', 0, ARGV[5])
for _, id in ipairs(ended) do
  redis.call('UNLINK', name('batch', id, 'results'))
  addStored(id, 0 - storedBytes(id))
  redis.call('HSET', name('batch', id), 'has_results', 0)
  redis.call('ZREM', name('ended'), id)
end
local uses = redis.call('ZRANGEBYSCORE', name('idempotency-uses'), '-inf', '(' .. ARGV[4], 'LIMIT', 0, ARGV[5])
for _, used in ipairs(uses) do
  redis.call('UNLINK', used)
  redis.call('ZREM', name('idempotency-uses'), used)
end
return {#ended, #uses}

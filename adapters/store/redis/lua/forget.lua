--[[
Removes old results, records of batches and idempotency keys, a limited number of each.

KEYS: those of shared/storage and shared/deliveries, and, built from the prefix:
  ended                          batches with results, by end; removes the old ones
  records                        batches without results, by end; adds these, and removes the old ones
  batch:<batch>                  sets has_results; removed with its record
  batch:<batch>:results          results; removed
  batch:<batch>:attempts         ended attempts at its webhook; removed with its record
  workspace:<workspace>:batches:<kind>  batches by creation; removes those whose record is removed
  workspace:<workspace>:watch-batches:<kind>  the same, of runs of watches
  workspace:<workspace>:batches:<kind>:<reference>  the same, of those that have an item with a reference
  batch:<batch>:references       digests of the references of its items; removed with its record
  idempotency-uses               names of idempotency keys by time of use; removes the old ones
  idempotency:<workspace>:<key>  removed
ARGV:
  3  age of the end of a batch from which its results are removed; ms
  4  age of that end from which its record is removed; ms
  5  age of an idempotency key from which it is removed; ms
  6  maximum number of batches, of records, and of idempotency keys
  7  now; ms since 1970; empty: the clock of Redis
Returns:
  {batches that lost their results, removed records, removed idempotency keys}
]]
-- @include shared/start
-- @include shared/storage
-- @include shared/deliveries
local most, nowMs = ARGV[6], tonumber(ARGV[7]) or redisMs
local function olderThan(queue, age)
  return redis.call('ZRANGEBYSCORE', name(queue), '-inf', '(' .. (nowMs - age), 'WITHSCORES', 'LIMIT', 0, most)
end

local ended = olderThan('ended', ARGV[3])
for i = 1, #ended, 2 do
  local id = ended[i]
  redis.call('UNLINK', name('batch', id, 'results'))
  addStored(id, recordBytes(id) - storedBytes(id))
  redis.call('HSET', name('batch', id), 'has_results', 0)
  redis.call('ZADD', name('records'), ended[i + 1], id)
  redis.call('ZREM', name('ended'), id)
end
local records = olderThan('records', ARGV[4])
for i = 1, #records, 2 do
  local id = records[i]
  addStored(id, 0 - storedBytes(id))
  if redis.call('HEXISTS', name('batch', id), 'webhook_url') == 1 then endSending(id) end
  local workspace, kind = unpack(redis.call('HMGET', name('batch', id), 'workspace_id', 'kind'))
  if workspace then
    redis.call('ZREM', name('workspace', workspace, 'batches', kind), id)
    redis.call('ZREM', name('workspace', workspace, 'watch-batches', kind), id)
    for _, reference in ipairs(redis.call('SMEMBERS', name('batch', id, 'references'))) do
      redis.call('ZREM', name('workspace', workspace, 'batches', kind, reference), id)
    end
  end
  redis.call('UNLINK', name('batch', id), name('batch', id, 'attempts'), name('batch', id, 'references'))
  redis.call('ZREM', name('records'), id)
end
local uses = olderThan('idempotency-uses', ARGV[5])
for i = 1, #uses, 2 do
  redis.call('UNLINK', uses[i])
  redis.call('ZREM', name('idempotency-uses'), uses[i])
end
return {#ended / 2, #records / 2, #uses / 2}

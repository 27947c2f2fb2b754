--[[
Removes batches of an erased workspace with all that belongs to them, a limited number. When none
is left, removes what the workspace has in the queues.

KEYS: those of shared/deliveries, and, built from the prefix:
  workspace:<workspace>:batches:<kind>  batches by creation; removes some
  workspace:<workspace>:watch-batches:<kind>  the same, of runs of watches
  workspace:<workspace>:batches:<kind>:<reference>  the same, of those that have an item with a reference
  batch:<batch>:references              digests of the references of its items; removed
  batch:<batch>                         webhook_url; removed
  batch:<batch>:items                   removed
  batch:<batch>:results                 removed
  batch:<batch>:attempts                removed
  batch:<batch>:deaths                  removed
  ended                                 batches with results, by end; removes some
  records                               batches without results, by end; removes some
  workspace:<workspace>:stored          bytes of batches by kind of key; removed
  pending:<kind>                        items without a result by workspace; removes one
ARGV:
  3  workspace id
  4  maximum number of batches of each kind
Returns:
  number of removed batches
]]
-- @include shared/start
-- @include shared/deliveries
local workspace, count = ARGV[3], 0
for _, kind in ipairs({'live', 'test'}) do
  local batches, runs = name('workspace', workspace, 'batches', kind), name('workspace', workspace, 'watch-batches', kind)
  local list = redis.call('EXISTS', batches) == 1 and batches or runs
  for _, id in ipairs(redis.call('ZRANGE', list, 0, ARGV[4] - 1)) do
    local batch = name('batch', id)
    if redis.call('HEXISTS', batch, 'webhook_url') == 1 then endSending(id) end
    for _, reference in ipairs(redis.call('SMEMBERS', name('batch', id, 'references'))) do
      redis.call('ZREM', name('workspace', workspace, 'batches', kind, reference), id)
    end
    for _, part in ipairs({'items', 'results', 'attempts', 'deaths', 'references'}) do redis.call('UNLINK', name('batch', id, part)) end
    redis.call('UNLINK', batch)
    redis.call('ZREM', name('ended'), id)
    redis.call('ZREM', name('records'), id)
    redis.call('ZREM', list, id)
    count = count + 1
  end
end
if count > 0 then return count end
for _, origin in ipairs(redis.call('ZRANGE', name('due', workspace), 0, -1)) do
  redis.call('DEL', name('due', workspace, origin))
end
redis.call('DEL', name('due', workspace), name('sending', workspace), name('workspace', workspace, 'stored'))
redis.call('ZREM', name('due'), workspace)
redis.call('HDEL', name('pending', 'live'), workspace)
redis.call('HDEL', name('pending', 'test'), workspace)
return 0

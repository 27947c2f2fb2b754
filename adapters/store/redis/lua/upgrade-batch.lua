--[[
Brings a batch of version 0.1.0 (schema 1) to schema 2, in one step. A batch that is in the list of
its workspace has that form. So a second call has no effect, and processes may upgrade the same
data at the same time, also while others work with it.

KEYS: those of shared/storage and shared/deliveries, and, built from the prefix:
  settings                              schema; read
  batch:<batch>                         fields of the batch; sets webhook_origin, has_results
  batch:<batch>:items                   items by index; read
  batch:<batch>:results                 results; read
  workspace:<workspace>:batches:<kind>  batches by creation; adds this one
  waiting:<kind>                        workspaces with waiting batches; may add one at the end
  waiting:<kind>:<workspace>            batches with unclaimed items; may add this one at the end
  claims                                <batch>:<index> by end of lease, of schema 1; read
  claims:<kind>                         the same, of a kind; adds the claimed items of the batch
  ended                                 batches with results, by end; read
  records                               batches without results, by end; may add this one
ARGV:
  3  batch id
  4  origin of its webhook; empty: none
Returns:
  1  the batch was upgraded
  0  it has the form of schema 2, or does not exist, or the data was upgraded meanwhile
]]
-- @include shared/start
-- @include shared/storage
-- @include shared/deliveries
local RESULTS_PER_READ = 16
local id = ARGV[3]
local batch, items, results = name('batch', id), name('batch', id, 'items'), name('batch', id, 'results')
local workspace, kind, createdAtMs, completedAtMs, total, claimed, dueAtMs = unpack(redis.call('HMGET', batch,
  'workspace_id', 'kind', 'created_at_ms', 'completed_at_ms', 'total_count', 'claimed_count', 'delivery_at_ms'))
if not workspace or redis.call('HGET', name('settings'), 'schema') ~= '1' then return 0 end
if redis.call('ZSCORE', name('workspace', workspace, 'batches', kind), id) then return 0 end

local bytes = 0 - storedBytes(id)
local open = redis.call('HKEYS', items)
for _, index in ipairs(open) do bytes = bytes + redis.call('HSTRLEN', items, index) end
for from = 0, redis.call('LLEN', results) - 1, RESULTS_PER_READ do
  for _, result in ipairs(redis.call('LRANGE', results, from, from + RESULTS_PER_READ - 1)) do bytes = bytes + #result end
end
addStored(id, bytes)

if completedAtMs and not redis.call('ZSCORE', name('ended'), id) and not redis.call('ZSCORE', name('records'), id) then
  redis.call('HSET', batch, 'has_results', 0)
  redis.call('ZADD', name('records'), completedAtMs, id)
end

local waiting = name('waiting', kind, workspace)
if not completedAtMs and tonumber(claimed) < tonumber(total) and not redis.call('LPOS', waiting, id) then
  if redis.call('RPUSH', waiting, id) == 1 then redis.call('RPUSH', name('waiting', kind), workspace) end
end
-- A claim without a lease has ended.
for _, index in ipairs(open) do
  if tonumber(index) < tonumber(claimed) then
    local claim = id .. ':' .. index
    redis.call('ZADD', name('claims', kind), 'NX', redis.call('ZSCORE', name('claims'), claim) or 0, claim)
  end
end

-- In schema 1, batches were in the queue of all workspaces.
redis.call('ZREM', name('due'), id)
if ARGV[4] ~= '' then
  endSending(id)
  redis.call('HSET', batch, 'webhook_origin', ARGV[4])
  if dueAtMs and dueAtMs ~= '' then makeDue(id, dueAtMs) end
end
redis.call('ZADD', name('workspace', workspace, 'batches', kind), createdAtMs, id)
return 1

--[[
Ends a batch early, as `stopBatch` of core/policy does: every item without a result gets
`batch_aborted`. On an ended batch: no effect.

KEYS: those of shared/batch-end, and, built from the prefix:
  batch:<batch>          fields of the batch
  batch:<batch>:items    items by index; removed
  batch:<batch>:results  results in order of completion
  batch:<batch>:deaths   deaths by index of the item; removed
  claims:<kind>          <batch>:<index> by end of lease; removes those of the batch
  pending:<kind>         items without a result by workspace; lowers one
  waiting:<kind>              workspaces with waiting batches; may remove one
  waiting:<kind>:<workspace>  batches with unclaimed items; removes this one
ARGV:
  3  batch id
  4  now; ms since 1970; empty: the clock of Redis
Returns:
  all fields and values of the batch; empty: there is no such batch
]]
-- @include shared/start
-- @include shared/batch-end
local id, nowMs = ARGV[3], tonumber(ARGV[4]) or redisMs
local batch, items, results = name('batch', id), name('batch', id, 'items'), name('batch', id, 'results')
local status, total, processed, success, claimed, webhookUrl, kind, workspace = unpack(redis.call('HMGET', batch,
  'status', 'total_count', 'processed_count', 'success_count', 'claimed_count', 'webhook_url', 'kind', 'workspace_id'))
if not status or status == 'complete' or status == 'failed' then return redis.call('HGETALL', batch) end

local aborted = {}
for index = 0, total - 1 do
  local input = redis.call('HGET', items, index)
  if input then aborted[#aborted + 1] = '{"index":' .. index .. ',"input":' .. input .. {{ABORTED_TAIL}} end
  if input and index < tonumber(claimed) then redis.call('ZREM', name('claims', kind), id .. ':' .. index) end
  if #aborted == {{MAX_UNPACKED_ITEMS}} or (index == total - 1 and #aborted > 0) then
    redis.call('RPUSH', results, unpack(aborted))
    aborted = {}
  end
end
redis.call('DEL', items, name('batch', id, 'deaths'))
redis.call('HINCRBY', name('pending', kind), workspace, processed - total)
local waiting = name('waiting', kind, workspace)
redis.call('LREM', waiting, 1, id)
if redis.call('EXISTS', waiting) == 0 then redis.call('LREM', name('waiting', kind), 1, workspace) end
redis.call('HSET', batch, 'status', 'failed', 'processed_count', total, 'failure_count', total - success, 'completed_at_ms', nowMs)
endBatch(id, webhookUrl, nowMs)
return redis.call('HGETALL', batch)

--[[
Writes the result of an item once, as `finishItem` of core/policy counts it, with its charge.
The last result ends the batch. The reservation ends in every case.

KEYS: those of shared/reservation, shared/charge, shared/storage and shared/batch-end, and, built from the prefix:
  batch:<batch>          fields of the batch
  batch:<batch>:items    items by index; removes this one
  batch:<batch>:results  results in order of completion; adds one
  batch:<batch>:deaths   deaths by index of the item; removes that of this item
  workspace:<workspace>:references:<day>  sums by record and reference of an item; raises one
  claims:<kind>          <batch>:<index> by end of lease; removes this item
  pending:<kind>         items without a result by workspace; lowers one
ARGV:
  3   batch id
  4   index of the item
  5   1: it succeeded; 0: it failed
  6   credits
  7   result as JSON, or deflated JSON
  8   now; ms since 1970; empty: the clock of Redis
  9   workspace id of the reservation; empty: there is no reservation
  10  reservation id
  11  time of the reservation; ms since 1970
  12  day of that time; UTC, YYYY-MM-DD
Returns:
  committed
  already_committed  the item has a result, or does not exist
  unknown_key        the key of the batch does not belong to the workspace
]]
-- @include shared/start
-- @include shared/reservation
-- @include shared/charge
-- @include shared/storage
-- @include shared/deliveries
-- @include shared/batch-end
local id, index, isOk, credits, nowMs = ARGV[3], ARGV[4], ARGV[5] == '1', tonumber(ARGV[6]), tonumber(ARGV[8]) or redisMs
local workspace, reservation = ARGV[9], ARGV[10]
local batch, items = name('batch', id), name('batch', id, 'items')
local status, total, processed, key, endpoint, webhookUrl, kind, owner = unpack(redis.call('HMGET', batch,
  'status', 'total_count', 'processed_count', 'key_id', 'endpoint', 'webhook_url', 'kind', 'workspace_id'))

local function addReference(charge, reference)
  local sums, sum = name('workspace', charge.workspace, 'references', charge.day), charge.kind .. ' ' .. reference
  local kept = redis.call('HLEN', sums) / 2
  if kept >= {{MAX_REFERENCES_PER_DAY}} and redis.call('HEXISTS', sums, 'charges ' .. sum) == 0 then return end
  redis.call('HINCRBY', sums, 'charges ' .. sum, 1)
  redis.call('HINCRBY', sums, 'credits ' .. sum, charge.credits)
  if kept == 0 then redis.call('PEXPIRE', sums, {{REFERENCES_MS}}) end
end

local outcome = 'committed'
if redis.call('HEXISTS', items, index) == 0 then outcome = 'already_committed' end
local charge = nil
if outcome == 'committed' and workspace ~= '' and credits > 0 then
  charge = {
    workspace = workspace, id = id .. ':' .. index, key = key, kind = string.match(endpoint, '[^.]+$'),
    credits = ARGV[6], atMs = ARGV[11], day = ARGV[12],
  }
  if hasCharge(charge) then charge = nil elseif not isOwnKey(charge) then outcome = 'unknown_key' end
end
local item = charge and cjson.decode(redis.call('HGET', items, index))
local reference = type(item) == 'table' and item.reference
if outcome == 'committed' then
  redis.call('RPUSH', name('batch', id, 'results'), ARGV[7])
  addStored(id, #ARGV[7] - redis.call('HSTRLEN', items, index))
  redis.call('HDEL', items, index)
  redis.call('HDEL', name('batch', id, 'deaths'), index)
  redis.call('ZREM', name('claims', kind), id .. ':' .. index)
  redis.call('HINCRBY', name('pending', kind), owner, -1)
  if status == 'pending' then redis.call('HSET', batch, 'status', 'running', 'started_at_ms', nowMs) end
  redis.call('HINCRBY', batch, 'processed_count', 1)
  redis.call('HINCRBY', batch, isOk and 'success_count' or 'failure_count', 1)
  redis.call('HINCRBY', batch, 'credits_charged', credits)
  if charge then writeCharge(charge) end
  if type(reference) == 'string' and reference ~= '' then addReference(charge, reference) end
  if processed + 1 == tonumber(total) then
    redis.call('HSET', batch, 'status', 'complete', 'completed_at_ms', nowMs)
    endBatch(id, webhookUrl, nowMs)
  end
end
if workspace ~= '' then endReservation(workspace, reservation) end
return outcome

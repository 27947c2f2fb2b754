--[[
The result of an item of a batch, for scripts that commit one. They include shared/reservation, shared/charge and
shared/storage before it.

KEYS: those of shared/reservation, shared/charge and shared/storage, and, built from the prefix:
  batch:<batch>          fields of the batch
  batch:<batch>:items    items by index; removes this one
  batch:<batch>:results  results in order of completion; adds one
  batch:<batch>:deaths   deaths by index of the item; removes that of this item
  workspace:<workspace>:references:<day>  sums by record and reference of an item; raises one
  claims:<kind>          <batch>:<index> by end of lease; removes this item
  pending:<kind>         items without a result by workspace; lowers one
ARGV: none
Defines:
  commitItem(given, keepMore)  writes a result once, as `finishItem` of core/policy counts it, with its charge, and
                               ends the reservation in every case. Returns the outcome, and whether the batch has ended.
                               given: a table with `batch`, `index`, `isOk`, `credits`, `nowMs`, `workspace`,
                               `reservation`, `atMs` and `day`, as commit.lua describes them, and `result`; nil: it is not kept.
                               keepMore(): called when the result is written
]]
local function addReference(charge, reference)
  local sums, sum = name('workspace', charge.workspace, 'references', charge.day), charge.kind .. ' ' .. reference
  local kept = redis.call('HLEN', sums) / 2
  if kept >= {{MAX_REFERENCES_PER_DAY}} and redis.call('HEXISTS', sums, 'charges ' .. sum) == 0 then return end
  redis.call('HINCRBY', sums, 'charges ' .. sum, 1)
  redis.call('HINCRBY', sums, 'credits ' .. sum, charge.credits)
  if kept == 0 then redis.call('PEXPIRE', sums, {{REFERENCES_MS}}) end
end

local function commitItem(given, keepMore)
  local id, index, workspace, credits = given.batch, given.index, given.workspace, tonumber(given.credits)
  local batch, items = name('batch', id), name('batch', id, 'items')
  local status, total, processed, key, endpoint, kind, owner = unpack(redis.call('HMGET', batch,
    'status', 'total_count', 'processed_count', 'key_id', 'endpoint', 'kind', 'workspace_id'))

  local outcome, hasEnded = 'committed', false
  if redis.call('HEXISTS', items, index) == 0 then outcome = 'already_committed' end
  local charge = nil
  if outcome == 'committed' and workspace ~= '' and credits > 0 then
    charge = {
      workspace = workspace, id = id .. ':' .. index, key = key, kind = string.match(endpoint, '[^.]+$'),
      credits = given.credits, atMs = given.atMs, day = given.day,
    }
    if hasCharge(charge) then charge = nil elseif not isOwnKey(charge) then outcome = 'unknown_key' end
  end
  local item = charge and cjson.decode(redis.call('HGET', items, index))
  local reference = type(item) == 'table' and item.reference
  if outcome == 'committed' then
    if given.result then redis.call('RPUSH', name('batch', id, 'results'), given.result) end
    addStored(id, (given.result and #given.result or 0) - redis.call('HSTRLEN', items, index))
    redis.call('HDEL', items, index)
    redis.call('HDEL', name('batch', id, 'deaths'), index)
    redis.call('ZREM', name('claims', kind), id .. ':' .. index)
    redis.call('HINCRBY', name('pending', kind), owner, -1)
    if status == 'pending' then redis.call('HSET', batch, 'status', 'running', 'started_at_ms', given.nowMs) end
    redis.call('HINCRBY', batch, 'processed_count', 1)
    redis.call('HINCRBY', batch, given.isOk and 'success_count' or 'failure_count', 1)
    redis.call('HINCRBY', batch, 'credits_charged', credits)
    if charge then writeCharge(charge) end
    if type(reference) == 'string' and reference ~= '' then addReference(charge, reference) end
    hasEnded = processed + 1 == tonumber(total)
    keepMore()
  end
  if workspace ~= '' then endReservation(workspace, given.reservation) end
  return outcome, hasEnded
end

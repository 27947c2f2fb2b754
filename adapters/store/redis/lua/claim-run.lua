--[[
Claims the items of a run, if one is due as `dueRunMs` of core/policy decides. Deals them in
turn over the workspaces with waiting batches, and in each over its batches, as `dealItems` of
core/policy does.

KEYS: built from the prefix:
  run:<kind>                  time of the last run; ms since 1970
  empty-run:<kind>            exists if the last run found no items
  waiting:<kind>              workspaces with waiting batches, in the order of their turns
  waiting:<kind>:<workspace>  batches with unclaimed items, in the order of their turns
  batch:<batch>               claimed_count, status, started_at_ms
  claims:<kind>               <batch>:<index> by end of lease; adds the claimed items
ARGV:
  3  kind of the keys: live or test
  4  time between two runs; ms
  5  maximum number of items
  6  now; ms since 1970; empty: the clock of Redis
  7  lease of an item; ms
Returns:
  {ahead}, then for each batch that gets items: id, workspace id, index of the first, number of items
  {}: no run is due
  ahead: how far the stored time of the last run was in the future; ms; 0: it was not
]]
-- @include shared/start
local kind, intervalMs, maxItems, leaseMs = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[7])
local nowMs = tonumber(ARGV[6]) or redisMs
local run, empty, lane = name('run', kind), name('empty-run', kind), name('waiting', kind)
local hasItems = redis.call('EXISTS', lane) == 1

local lastMs, dueMs, aheadMs = tonumber(redis.call('GET', run) or ''), nowMs, 0
if lastMs and lastMs > nowMs + {{CLOCK_TOLERANCE_MS}} then
  aheadMs = lastMs - nowMs
elseif lastMs and not (hasItems and (kind == 'test' or redis.call('EXISTS', empty) == 1)) then
  if nowMs - lastMs < intervalMs then return {} end
  if intervalMs > 0 then dueMs = nowMs - (nowMs - lastMs) % intervalMs end
end
redis.call('SET', run, dueMs)
if hasItems then redis.call('DEL', empty) else redis.call('SET', empty, 1) end

local function startShare(id, workspace)
  local total, claimed = unpack(redis.call('HMGET', name('batch', id), 'total_count', 'claimed_count'))
  return {id = id, workspace = workspace, from = tonumber(claimed), left = total - claimed, count = 0}
end

local shares, shareOf = {}, {}
for _ = 1, maxItems do
  local workspace = redis.call('LPOP', lane)
  if not workspace then break end
  local waiting = name('waiting', kind, workspace)
  local id = redis.call('LPOP', waiting)
  local share = shareOf[id] or startShare(id, workspace)
  if share.count == 0 then
    shareOf[id] = share
    shares[#shares + 1] = share
  end
  share.count = share.count + 1
  if share.count < share.left then redis.call('RPUSH', waiting, id) end
  if redis.call('EXISTS', waiting) == 1 then redis.call('RPUSH', lane, workspace) end
end

local reply = {aheadMs}
for _, share in ipairs(shares) do
  local batch = name('batch', share.id)
  redis.call('HSET', batch, 'claimed_count', share.from + share.count)
  if redis.call('HGET', batch, 'status') == 'pending' then
    redis.call('HSET', batch, 'status', 'running', 'started_at_ms', nowMs)
  end
  for index = share.from, share.from + share.count - 1 do
    redis.call('ZADD', name('claims', kind), nowMs + leaseMs, share.id .. ':' .. index)
  end
  reply[#reply + 1] = share.id
  reply[#reply + 1] = share.workspace
  reply[#reply + 1] = share.from
  reply[#reply + 1] = share.count
end
return reply

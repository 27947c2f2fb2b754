--[[
Writes the result of an item once, as `finishItem` of core/policy counts it, with its charge.
The last result ends the batch. The reservation ends in every case.

KEYS: those of shared/reservation, shared/charge, shared/storage, shared/commit-item and shared/batch-end, and, built from the prefix:
  batch:<batch>  webhook_url; sets status, completed_at_ms
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
-- @include shared/commit-item
local id, nowMs = ARGV[3], tonumber(ARGV[8]) or redisMs
local outcome, hasEnded = commitItem({
  batch = id, index = ARGV[4], isOk = ARGV[5] == '1', credits = ARGV[6], result = ARGV[7], nowMs = nowMs,
  workspace = ARGV[9], reservation = ARGV[10], atMs = ARGV[11], day = ARGV[12],
}, function() end)
if hasEnded then
  local batch = name('batch', id)
  redis.call('HSET', batch, 'status', 'complete', 'completed_at_ms', nowMs)
  endBatch(id, redis.call('HGET', batch, 'webhook_url'), nowMs)
end
return outcome

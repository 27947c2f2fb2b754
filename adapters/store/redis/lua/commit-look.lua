--[[
Writes a look at an item of a watch once, with its points, its event and its charge. The last look of a run removes its
batch, and the watch is claimed again when its next item is due.

KEYS: those of shared/reservation, shared/charge, shared/storage, shared/commit-item and shared/watch, and, built from the prefix:
  watch:<watch>                  looks, seen, credits, last_look_ms, batch_id, next_run_ms
  watch:<watch>:states           states of items by index; changes one
  watch:<watch>:due              items by the time when they are looked at next; may change one
  watch:<watch>:looks:<item>     looks by time; adds one
  watch:<watch>:points:<item>    points as field, time and value; adds some
  watch:<watch>:records:<item>   records by time, `last` is that of a look without a change; changes some
  watch-drift                    tallies of drift by name; changes one
  batch:<batch>                  removed at the end of the run
  open                           batches by creation; removes one then
  workspace:<workspace>:watch-batches:<kind>  runs of watches by creation; removes one then
ARGV:
  3   batch id
  4   index of the item in the batch
  5   1: it succeeded; 0: it failed
  6   credits
  7   now; ms since 1970; empty: the clock of Redis
  8   workspace id of the reservation; empty: there is no reservation
  9   reservation id
  10  time of the reservation; ms since 1970
  11  day of that time; UTC, YYYY-MM-DD
  12  look as JSON: `watch`, `item`, `at` (ms since 1970), `seen` (1 or 0), `text`, `points`, `again` (ms since 1970, may be
      missing), `change`, `wakes`, `event` (as addWatchEvent takes it, may be missing), `drift` (name and tallies, may be missing)
  13  state of the item
  14  record; empty: nothing was seen
Returns:
  committed
  already_committed  the item has a result, or does not exist
  unknown_key        the key of the batch does not belong to the workspace
]]
-- @include shared/start
-- @include shared/reservation
-- @include shared/charge
-- @include shared/storage
-- @include shared/commit-item
-- @include shared/deliveries
-- @include shared/watch
local id, nowMs, look, state, record = ARGV[3], tonumber(ARGV[7]) or redisMs, cjson.decode(ARGV[12]), ARGV[13], ARGV[14]
local watch, due = name('watch', look.watch), name('watch', look.watch, 'due')
local isThere = redis.call('EXISTS', watch) == 1

local function keepRecord()
  local records = name('watch', look.watch, 'records', look.item)
  local bytes = {{WATCH_ROW_BYTES}} + #record
  if redis.call('HEXISTS', records, 'last') == 1 then
    bytes = bytes - {{WATCH_ROW_BYTES}} - redis.call('HSTRLEN', records, 'last')
    redis.call('HDEL', records, 'last')
  end
  redis.call('HSET', records, look.change and look.at or 'last', record)
  return bytes
end

local function keepLook()
  if look.drift then redis.call('HSET', name('watch-drift'), look.drift.name, look.drift.json) end
  if not isThere then return end
  local states = name('watch', look.watch, 'states')
  local bytes = {{WATCH_ROW_BYTES}} + #look.text + #state - redis.call('HSTRLEN', states, look.item)
  redis.call('HSET', states, look.item, state)
  redis.call('ZADD', name('watch', look.watch, 'looks', look.item), look.at, look.at .. ' ' .. look.text)
  for _, point in ipairs(look.points) do
    redis.call('ZADD', name('watch', look.watch, 'points', look.item), 0, point)
    bytes = bytes + {{WATCH_ROW_BYTES}} + #point
  end
  if record ~= '' then bytes = bytes + keepRecord() end
  addWatchBytes(look.watch, bytes)
  if look.again then redis.call('ZADD', due, 'LT', look.again, look.item) end
  redis.call('HINCRBY', watch, 'looks', 1)
  redis.call('HINCRBY', watch, 'seen', look.seen)
  redis.call('HINCRBY', watch, 'credits', ARGV[6])
  if tonumber(look.at) > (tonumber(redis.call('HGET', watch, 'last_look_ms')) or 0) then
    redis.call('HSET', watch, 'last_look_ms', look.at)
  end
  if look.event then addWatchEvent(look.watch, look.event, nowMs) end
end

local function endRun()
  local batch = name('batch', id)
  local workspace, kind = unpack(redis.call('HMGET', batch, 'workspace_id', 'kind'))
  addStored(id, 0 - storedBytes(id))
  redis.call('ZREM', name('open'), id)
  redis.call('ZREM', name('workspace', workspace, 'watch-batches', kind), id)
  redis.call('UNLINK', batch)
  if not isThere or redis.call('HGET', watch, 'batch_id') ~= id then return end
  redis.call('HSET', watch, 'batch_id', '')
  if redis.call('HGET', watch, 'next_run_ms') == '' then return end
  local leastMs, first = nowMs + {{RUN_PAUSE_MS}}, redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
  setNextRun(look.watch, look.wakes and leastMs or math.max(leastMs, first[2] or 0))
end

local outcome, hasEnded = commitItem({
  batch = id, index = ARGV[4], isOk = ARGV[5] == '1', credits = ARGV[6], nowMs = nowMs,
  workspace = ARGV[8], reservation = ARGV[9], atMs = ARGV[10], day = ARGV[11],
}, keepLook)
if hasEnded then endRun() end
return outcome

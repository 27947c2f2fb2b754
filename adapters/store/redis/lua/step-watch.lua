--[[
Writes a step of a watch: all of it, or nothing.

KEYS: those of shared/storage, shared/new-batch and shared/watch, and, built from the prefix:
  watch:<watch>      revision, and the given fields
  watch:<watch>:due  items by the time when they are looked at next; changes some
  key:<key>          workspace_id; read
ARGV:
  3  watch id
  4  revision, as read
  5  now; ms since 1970; empty: the clock of Redis
  6  step as JSON: `fields` (names and values in turn), `nextRun` (ms since 1970; empty: none), `due` (index and time in
     turn), `batch` (as writeBatch takes it, with `key`) and `events` (as addWatchEvent takes them)
Returns:
  1  it is written
  0  the watch has another revision, or is gone
  unknown_key  the key of the batch does not belong to the workspace
]]
-- @include shared/start
-- @include shared/storage
-- @include shared/new-batch
-- @include shared/deliveries
-- @include shared/watch
local id, nowMs, step = ARGV[3], tonumber(ARGV[5]) or redisMs, cjson.decode(ARGV[6])
local watch, batch = name('watch', id), step.batch
if redis.call('HGET', watch, 'revision') ~= ARGV[4] then return 0 end
if batch and redis.call('HGET', name('key', batch.key), 'workspace_id') ~= batch.workspace then return 'unknown_key' end

redis.call('HINCRBY', watch, 'revision', 1)
if #step.fields > 0 then redis.call('HSET', watch, unpack(step.fields)) end
if step.nextRun then setNextRun(id, step.nextRun) end
for i = 1, #step.due, 2 do redis.call('ZADD', name('watch', id, 'due'), step.due[i + 1], step.due[i]) end
if batch then
  batch.nowMs = nowMs
  batch.list = 'watch-batches'
  writeBatch(batch)
end
for _, event in ipairs(step.events) do addWatchEvent(id, event, nowMs) end
return 1

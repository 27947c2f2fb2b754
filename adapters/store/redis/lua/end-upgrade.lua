--[[
Ends the upgrade of schema 1: counts the items without a result, removes the names that only
version 0.1.0 uses, and marks the data. Called again: no effect.

A process of 0.1.0 that still runs has checked the mark when it started. The name of its queue
gets a value that it can't read, so that it refuses batches, which would never run.

KEYS: built from the prefix:
  settings         schema
  open             batches by creation; read
  batch:<batch>    workspace_id, kind, total_count, processed_count; read
  pending:<kind>   items without a result by workspace; written
  claims           of schema 1; removed
  tick             of schema 1; removed
  waiting          of schema 1; a list of batches, replaced by a text
ARGV:
  3  schema of the data after the upgrade
Returns:
  OK
]]
-- @include shared/start
local settings = name('settings')
if redis.call('HGET', settings, 'schema') ~= '1' then return 'OK' end

redis.call('DEL', name('pending', 'live'), name('pending', 'test'), name('claims'), name('tick'))
for _, id in ipairs(redis.call('ZRANGE', name('open'), 0, -1)) do
  local workspace, kind, total, processed =
    unpack(redis.call('HMGET', name('batch', id), 'workspace_id', 'kind', 'total_count', 'processed_count'))
  if workspace then redis.call('HINCRBY', name('pending', kind), workspace, total - processed) end
end
redis.call('SET', name('waiting'), 'schema ' .. ARGV[3])
redis.call('HSET', settings, 'schema', ARGV[3])
return 'OK'

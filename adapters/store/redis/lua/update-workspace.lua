--[[
Changes some fields of a workspace.

KEYS: built from the prefix:
  workspace:<workspace>  fields of the workspace
ARGV:
  3  workspace id
  4  from here: field names, each followed by its value; may be none
Returns:
  all fields and values; empty: there is no such workspace, or it was erased
]]
-- @include shared/start
local workspace = name('workspace', ARGV[3])
if redis.call('HEXISTS', workspace, 'plan') == 0 then return {} end
if ARGV[4] then redis.call('HSET', workspace, unpack(ARGV, 4)) end
return redis.call('HGETALL', workspace)

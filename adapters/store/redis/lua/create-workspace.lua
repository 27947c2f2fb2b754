--[[
Writes a workspace. Called again with a written workspace: no effect.

KEYS: built from the prefix:
  workspaces             ids in order of creation
  workspace:<workspace>  fields of the workspace
ARGV:
  3  workspace id
  4  first: only if the store has no workspace; any: always
  5  from here: field names, each followed by its value
Returns:
  1  the workspace is written
  0  the store has another workspace
]]
-- @include shared/start
local workspace = name('workspace', ARGV[3])
if redis.call('EXISTS', workspace) == 1 then return 1 end
if ARGV[4] == 'first' and redis.call('EXISTS', name('workspaces')) == 1 then return 0 end
redis.call('HSET', workspace, unpack(ARGV, 5))
redis.call('RPUSH', name('workspaces'), ARGV[3])
return 1

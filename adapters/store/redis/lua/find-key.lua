--[[
Finds the key with a prefix, and its workspace.

KEYS: built from the prefix; all are read only:
  key-of:<prefix>        id of the key with this prefix
  key:<key>              fields of the key
  workspace:<workspace>  fields of the workspace
ARGV:
  3  prefix of the key
Returns:
  {fields and values of the key, fields and values of the workspace}
  nil  no key has this prefix
]]
-- @include shared/start
local id = redis.call('GET', name('key-of', ARGV[3]))
if not id then return false end
local workspace = redis.call('HGET', name('key', id), 'workspace_id')
return {redis.call('HGETALL', name('key', id)), redis.call('HGETALL', name('workspace', workspace))}

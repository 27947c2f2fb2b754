--[[
Revokes a key. On a revoked key: no effect.

KEYS: built from the prefix:
  key:<key>                     fields of the key
  workspace:<workspace>:active  ids of the active keys
ARGV:
  3  key id
  4  now; ms since 1970
Returns:
  all fields and values of the key; empty: there is no such key
]]
-- @include shared/start
local key = name('key', ARGV[3])
local workspace = redis.call('HGET', key, 'workspace_id')
if not workspace then return {} end
redis.call('HSETNX', key, 'revoked_at_ms', ARGV[4])
redis.call('SREM', name('workspace', workspace, 'active'), ARGV[3])
return redis.call('HGETALL', key)

--[[
Writes a key if its workspace may have one more. For a rotation, revokes another key in the
same step, or makes it expire. Called again with a written key: no effect.

KEYS: built from the prefix:
  settings                      pepper_check, has_keys
  workspace:<workspace>         fields of the workspace; read
  workspace:<workspace>:keys    ids in order of creation
  workspace:<workspace>:active  ids of the active keys; removes those that have expired
  key:<key>                     fields of the new key; sets revoked_at_ms or expires_at_ms of the old key
  key-of:<prefix>               id of the key with this prefix
ARGV:
  3  workspace id
  4  hash of the caller's pepper
  5  id of the key to revoke; empty: none
  6  now; ms since 1970
  7  key id
  8  prefix of the key
  9  how long the key to revoke still works; ms; 0: it is revoked now
  10  hash of another pepper that the caller knows; empty: none
  11  from here: field names, each followed by its value
Returns:
  created
  unknown_workspace  there is no such workspace, or it was erased
  unknown_key        there is no key to revoke
  key_revoked        the key to revoke is revoked already
  too_many_keys      the workspace has the maximum number of active keys
  pepper_mismatch    the keys of the store were hashed with a pepper that the caller does not know
  prefix_taken       another key has this prefix
]]
-- @include shared/start
local workspace, old, nowMs, id, prefix = ARGV[3], ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local graceMs = tonumber(ARGV[9])
local settings, active = name('settings'), name('workspace', workspace, 'active')
if redis.call('EXISTS', name('key', id)) == 1 then return 'created' end
if redis.call('HEXISTS', name('workspace', workspace), 'plan') == 0 then return 'unknown_workspace' end
if redis.call('EXISTS', name('key-of', prefix)) == 1 then return 'prefix_taken' end
local known = redis.call('HGET', settings, 'pepper_check')
if known and known ~= ARGV[4] and known ~= ARGV[10] then return 'pepper_mismatch' end
local function hasExpired(key)
  local expiresAtMs = redis.call('HGET', name('key', key), 'expires_at_ms')
  return expiresAtMs and tonumber(expiresAtMs) <= tonumber(nowMs)
end
local count, expired = 0, {}
for _, key in ipairs(redis.call('SMEMBERS', active)) do
  if hasExpired(key) then expired[#expired + 1] = key else count = count + 1 end
end
if old ~= '' then
  if redis.call('EXISTS', name('key', old)) == 0 then return 'unknown_key' end
  if redis.call('HEXISTS', name('key', old), 'revoked_at_ms') == 1 or hasExpired(old) then return 'key_revoked' end
  if graceMs == 0 then count = count - 1 end
end
if count >= {{MAX_ACTIVE_KEYS}} then return 'too_many_keys' end

redis.call('HSETNX', settings, 'pepper_check', ARGV[4])
redis.call('HSET', settings, 'has_keys', 1)
redis.call('HSET', name('key', id), unpack(ARGV, 11))
redis.call('SET', name('key-of', prefix), id)
redis.call('RPUSH', name('workspace', workspace, 'keys'), id)
for _, key in ipairs(expired) do redis.call('SREM', active, key) end
redis.call('SADD', active, id)
if old ~= '' and graceMs > 0 then
  local untilMs = redis.call('HGET', name('key', old), 'expires_at_ms')
  redis.call('HSET', name('key', old), 'expires_at_ms', math.min(tonumber(untilMs) or math.huge, nowMs + graceMs))
elseif old ~= '' then
  redis.call('HSET', name('key', old), 'revoked_at_ms', nowMs)
  redis.call('SREM', active, old)
end
return 'created'

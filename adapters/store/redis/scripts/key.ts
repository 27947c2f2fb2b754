import { defineScript } from '../../../redis/script.ts'

/**
 * Claims an empty store for a pepper, and tells which schema and pepper it has.
 *
 * ARGV 3: schema. 4: what the pepper makes of a known text.
 * Reply: schema and the same of the store.
 */
export const OPEN = defineScript(`
local settings = name('settings')
if redis.call('HEXISTS', settings, 'has_keys') == 0 then redis.call('HSET', settings, 'pepper_check', ARGV[4]) end
if redis.call('HEXISTS', settings, 'schema') == 0 then redis.call('HSET', settings, 'schema', ARGV[3]) end
return redis.call('HMGET', settings, 'schema', 'pepper_check')
`)

/**
 * Writes a key, if its workspace has room; for a rotation, revokes another in the same step.
 *
 * ARGV 3: workspace. 4: active keys that it may have. 5: what the pepper makes of a known text.
 * 6: key that is revoked; empty: none. 7: now; unit: ms since 1970. 8: key. 9: its prefix.
 * From 10: names of its fields, each with its value.
 * Reply: `created`, `unknown_workspace`, `unknown_key`, `key_revoked`, `too_many_keys`,
 * `pepper_mismatch`, `prefix_taken`.
 */
export const CREATE_KEY = defineScript(`
local workspace, old, nowMs, id, prefix = ARGV[3], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local settings, active = name('settings'), name('workspace', workspace, 'active')
if redis.call('EXISTS', name('key', id)) == 1 then return 'created' end
if redis.call('EXISTS', name('workspace', workspace)) == 0 then return 'unknown_workspace' end
if redis.call('EXISTS', name('key-of', prefix)) == 1 then return 'prefix_taken' end
local known = redis.call('HGET', settings, 'pepper_check')
if known and known ~= ARGV[5] then return 'pepper_mismatch' end
local count = redis.call('SCARD', active)
if old ~= '' then
  if redis.call('EXISTS', name('key', old)) == 0 then return 'unknown_key' end
  if redis.call('HEXISTS', name('key', old), 'revoked_at_ms') == 1 then return 'key_revoked' end
  count = count - 1
end
if count >= tonumber(ARGV[4]) then return 'too_many_keys' end

redis.call('HSET', settings, 'pepper_check', ARGV[5], 'has_keys', 1)
redis.call('HSET', name('key', id), unpack(ARGV, 10))
redis.call('SET', name('key-of', prefix), id)
redis.call('RPUSH', name('workspace', workspace, 'keys'), id)
redis.call('SADD', active, id)
if old ~= '' then
  redis.call('HSET', name('key', old), 'revoked_at_ms', nowMs)
  redis.call('SREM', active, old)
end
return 'created'
`)

/**
 * Revokes a key, if it is not revoked.
 *
 * ARGV 3: key. 4: now; unit: ms since 1970.
 * Reply: all of its fields and values; none, there is no such key.
 */
export const REVOKE_KEY = defineScript(`
local key = name('key', ARGV[3])
local workspace = redis.call('HGET', key, 'workspace_id')
if not workspace then return {} end
redis.call('HSETNX', key, 'revoked_at_ms', ARGV[4])
redis.call('SREM', name('workspace', workspace, 'active'), ARGV[3])
return redis.call('HGETALL', key)
`)

/**
 * Finds who has a prefix.
 *
 * ARGV 3: prefix.
 * Reply: all fields and values of the key, and those of its workspace; nothing, there is none.
 */
export const FIND_KEY = defineScript(`
local id = redis.call('GET', name('key-of', ARGV[3]))
if not id then return false end
local workspace = redis.call('HGET', name('key', id), 'workspace_id')
return {redis.call('HGETALL', name('key', id)), redis.call('HGETALL', name('workspace', workspace))}
`)

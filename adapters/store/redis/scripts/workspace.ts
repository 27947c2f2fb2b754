import { defineScript } from '../../../redis/script.ts'

/**
 * Writes a workspace.
 *
 * ARGV 3: workspace. From 4: names of its fields, each with its value.
 */
export const CREATE_WORKSPACE = defineScript(`
local workspace = name('workspace', ARGV[3])
if redis.call('EXISTS', workspace) == 1 then return 'OK' end
redis.call('HSET', workspace, unpack(ARGV, 4))
redis.call('RPUSH', name('workspaces'), ARGV[3])
return 'OK'
`)

/**
 * Changes some fields of a workspace, and leaves the others.
 *
 * ARGV 3: workspace. From 4: names of fields, each with its value; may be none.
 * Reply: all of its fields and values; none, there is no such workspace.
 */
export const UPDATE_WORKSPACE = defineScript(`
local workspace = name('workspace', ARGV[3])
if redis.call('EXISTS', workspace) == 1 and ARGV[4] then redis.call('HSET', workspace, unpack(ARGV, 4)) end
return redis.call('HGETALL', workspace)
`)

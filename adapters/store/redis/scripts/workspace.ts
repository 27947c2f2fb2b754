import { defineScript } from '../../../redis/script.ts'

/**
 * Writes a workspace.
 *
 * ARGV 3: workspace. 4: `first` for one that is only written when there is none. From 5: names of its fields, each with its value.
 * Reply: 1, it is there; 0, there is another.
 */
export const CREATE_WORKSPACE = defineScript(`
local workspace = name('workspace', ARGV[3])
if redis.call('EXISTS', workspace) == 1 then return 1 end
if ARGV[4] == 'first' and redis.call('EXISTS', name('workspaces')) == 1 then return 0 end
redis.call('HSET', workspace, unpack(ARGV, 5))
redis.call('RPUSH', name('workspaces'), ARGV[3])
return 1
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

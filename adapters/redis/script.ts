import { createHash } from 'node:crypto'

/** Work that a Redis does in one step, or not at all. */
export interface Script {
  readonly text: string
  /** By which the server knows the text. */
  readonly sha: string
}

/**
 * What every script begins with.
 *
 * ARGV 1: prefix of all names. 2: time from which on nothing is done any more;
 * unit: ms since 1970 on the server's clock. A script has its own from 3.
 * Error `LATE`: it was that time, and nothing is done.
 *
 * A step is written once: it is late, or all of it is checked before its first
 * write. Redis refuses that first write when its memory is full, and none after it.
 */
const START = `
local prefix = ARGV[1]
local function name(...) return prefix .. ':' .. table.concat({...}, ':') end
local time = redis.call('TIME')
local redisMs = time[1] * 1000 + math.floor(time[2] / 1000)
if redisMs >= tonumber(ARGV[2]) then return redis.error_reply('LATE the caller waits no more') end
`

/**
 * @param text Lua 5.1. Names are made by `name('a', id)`: all begin with the prefix,
 * and only the script knows them all, so that a cluster of Redis can't run it.
 */
export function defineScript(text: string): Script {
  const whole = START + text
  return { text: whole, sha: createHash('sha1').update(whole).digest('hex') }
}

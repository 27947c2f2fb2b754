import type { Redis } from 'ioredis'
import { StoreError } from '../store-error.ts'

/** Minimum version: the first whose scripts may write after they have read the clock. */
const MIN_VERSION = '6.2'
const TESTED_VERSION = '7.0'

/** Throws: `unavailable`, if the server does not answer, is too old, or part of a cluster. */
async function requireRedis(redis: Redis): Promise<void> {
  // The error of a command says only that its attempts have ended.
  let reason: Error | null = null
  const note = (error: Error): void => void (reason ??= error)
  redis.on('error', note)
  const info = await readInfo(redis)
    .catch((error: unknown) => {
      const cause = reason ?? (error as Error)
      throw new StoreError('unavailable', `The Redis does not work: ${cause.message}.`, { cause })
    })
    .finally(() => redis.off('error', note))
  const version = info.get('redis_version') ?? '0'
  if (isOlder(version, MIN_VERSION)) {
    throw new StoreError('unavailable', `The Redis has version ${version}: it must be ${MIN_VERSION} or newer.`)
  }
  if (info.get('redis_mode') === 'cluster') {
    throw new StoreError('unavailable', 'The Redis is part of a cluster: the data must be on one server.')
  }
}

/**
 * Describes settings of Redis that could stop work. Empty: there are none.
 * Throws: `unavailable`, if the server does not answer, is too old, or part of a cluster.
 */
export async function checkRedisSettings(redis: Redis): Promise<string[]> {
  await requireRedis(redis)
  const version = (await readInfo(redis)).get('redis_version') ?? ''
  const age = isOlder(version, TESTED_VERSION)
    ? [`The Redis has version ${version}: tests cover ${TESTED_VERSION} and newer.`]
    : []
  const policy = await readPolicy(redis)
  if (policy === null) return ['maxmemory-policy of the Redis could not be read: set it to noeviction.', ...age]
  if (policy === 'noeviction') return age
  return [
    `maxmemory-policy is ${policy}: a full Redis removes items of its queues, which wait longer then; set noeviction.`,
    ...age,
  ]
}

/** Absent: null, the server does not show it, as in most managed services. */
async function readPolicy(redis: Redis): Promise<string | null> {
  try {
    const reply = (await redis.config('GET', 'maxmemory-policy')) as string[]
    return reply[1] ?? null
  } catch (error) {
    if ((error as Error).name === 'ReplyError') return null
    throw error
  }
}

async function readInfo(redis: Redis): Promise<Map<string, string>> {
  const text = await redis.info('server')
  return new Map(
    text.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1)] as const
    }),
  )
}

function isOlder(version: string, than: string): boolean {
  const [[major = 0, minor = 0] = [], [otherMajor = 0, otherMinor = 0] = []] = [version, than].map((text) =>
    text.split('.').map(Number),
  )
  return major < otherMajor || (major === otherMajor && minor < otherMinor)
}

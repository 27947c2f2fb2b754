import type { Redis } from 'ioredis'
import { StoreError } from '../store-error.ts'

/** Minimum version: the first whose scripts may write after they have read the clock. */
const MIN_VERSION = '6.2'
const TESTED_VERSION = '7.0'

const NAMES = ['appendonly', 'appendfsync', 'no-appendfsync-on-rewrite', 'maxmemory', 'maxmemory-policy']

/** Throws: `unavailable`, if the server is too old, or part of a cluster. */
export async function requireRedis(redis: Redis): Promise<void> {
  const info = await readInfo(redis)
  const version = info.get('redis_version') ?? '0'
  if (isOlder(version, MIN_VERSION)) {
    throw new StoreError('unavailable', `The Redis has version ${version}: it must be ${MIN_VERSION} or newer.`)
  }
  if (info.get('redis_mode') === 'cluster') {
    throw new StoreError('unavailable', 'The Redis is part of a cluster: the data must be on one server.')
  }
}

/**
 * Describes settings with which a Redis could lose charges or batches.
 *
 * Order: most serious first. Empty: no such setting.
 * Throws: `unavailable`, if the server is too old, or part of a cluster.
 */
export async function checkRedisSettings(redis: Redis): Promise<string[]> {
  await requireRedis(redis)
  const version = (await readInfo(redis)).get('redis_version') ?? ''
  const age = isOlder(version, TESTED_VERSION)
    ? [`The Redis has version ${version}: tests cover ${TESTED_VERSION} and newer.`]
    : []
  const settings = await readSettings(redis)
  if (settings === null) {
    return [`The settings of the Redis could not be read: check ${NAMES.join(', ')} in its configuration.`, ...age]
  }
  return [...judge(settings), ...age]
}

function judge(settings: ReadonlyMap<string, string>): string[] {
  const warnings: string[] = []
  const policy = settings.get('maxmemory-policy') ?? ''
  const hasLimit = (settings.get('maxmemory') ?? '0') !== '0'
  if (settings.get('appendonly') !== 'yes') {
    warnings.push(
      'appendonly is off: a restart of the Redis loses all writes since its last snapshot, including charges.',
    )
  } else if (settings.get('appendfsync') !== 'always') {
    const fsync = settings.get('appendfsync')
    const risk = fsync === 'everysec' ? 'up to a second of charges' : 'all charges since the system last wrote the file'
    warnings.push(`appendfsync is ${fsync}: a power cut can lose ${risk}; "always" loses none.`)
  } else if (settings.get('no-appendfsync-on-rewrite') === 'yes') {
    warnings.push('no-appendfsync-on-rewrite is on: a power cut during a rewrite of the file can lose charges.')
  }
  if (policy !== 'noeviction') {
    const when = hasLimit ? 'when its memory is full' : 'as soon as it gets a maxmemory'
    warnings.push(`maxmemory-policy is ${policy}: the Redis removes data ${when}, including charges; set noeviction.`)
  }
  return warnings
}

/** Absent: null, the server does not show them, as in most managed services. */
async function readSettings(redis: Redis): Promise<Map<string, string> | null> {
  const settings = new Map<string, string>()
  for (const name of NAMES) {
    let reply: string[]
    try {
      reply = (await redis.config('GET', name)) as string[]
    } catch (error) {
      if ((error as Error).name === 'ReplyError') return null
      throw error
    }
    settings.set(name, reply[1] ?? '')
  }
  return settings
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

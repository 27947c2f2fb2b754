import type { Redis } from 'ioredis'
import { StoreError } from '../store/store-error.ts'

/** Scripts write what they have decided by the clock only since this version. */
const LEAST = '6.2'
const TESTED = '7.0'

const NAMES = ['appendonly', 'appendfsync', 'no-appendfsync-on-rewrite', 'maxmemory', 'maxmemory-policy']

/** Throws: `unavailable`, when the server is too old, or part of a cluster. */
export async function requireRedis(redis: Redis): Promise<void> {
  const info = await readInfo(redis)
  const version = info.get('redis_version') ?? '0'
  if (isOlder(version, LEAST)) {
    throw new StoreError('unavailable', `The Redis has version ${version}: it must be ${LEAST} or newer.`)
  }
  if (info.get('redis_mode') === 'cluster') {
    throw new StoreError('unavailable', 'The Redis is part of a cluster: the data must be on one server.')
  }
}

/**
 * Looks for settings of a Redis with which charges or batches could be lost.
 *
 * Order: by weight. Empty: all is well.
 * Throws: `unavailable`, when the server is too old, or part of a cluster.
 */
export async function checkRedisSettings(redis: Redis): Promise<string[]> {
  await requireRedis(redis)
  const version = (await readInfo(redis)).get('redis_version') ?? ''
  const age = isOlder(version, TESTED)
    ? [`The Redis has version ${version}: ${TESTED} or newer is what is tested.`]
    : []
  const settings = await readSettings(redis)
  if (settings === null) {
    return [`The settings of the Redis could not be read: see to ${NAMES.join(', ')} where it is configured.`, ...age]
  }
  return [...judge(settings), ...age]
}

function judge(settings: ReadonlyMap<string, string>): string[] {
  const warnings: string[] = []
  const policy = settings.get('maxmemory-policy') ?? ''
  const hasLimit = (settings.get('maxmemory') ?? '0') !== '0'
  if (settings.get('appendonly') !== 'yes') {
    warnings.push(
      'appendonly is off: a restart of the Redis loses what was written since its last snapshot, charges too.',
    )
  } else if (settings.get('appendfsync') !== 'always') {
    const fsync = settings.get('appendfsync')
    const risk = fsync === 'everysec' ? 'up to a second of charges' : 'charges of as long as the system likes'
    warnings.push(`appendfsync is ${fsync}: a power cut can lose ${risk}; with "always", none.`)
  } else if (settings.get('no-appendfsync-on-rewrite') === 'yes') {
    warnings.push('no-appendfsync-on-rewrite is on: while its file is rewritten, a power cut can lose charges.')
  }
  if (policy !== 'noeviction') {
    const when = hasLimit ? 'when its memory is full' : 'as soon as it gets a maxmemory'
    warnings.push(`maxmemory-policy is ${policy}: the Redis throws data away ${when}, charges too; set noeviction.`)
  }
  return warnings
}

/** Absent: null, they are not shown, as in most services that others run. */
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
  const [[major = 0, minor = 0] = [], [leastMajor = 0, leastMinor = 0] = []] = [version, than].map((text) =>
    text.split('.').map(Number),
  )
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}

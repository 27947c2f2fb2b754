import { addressesOf } from '../store/drivers/postgres-url.ts'
import { readServerUrl, type SettingsInput } from './settings.ts'

/** What many processes share. */
export interface SharedServers {
  /** The PostgreSQL database of all that lasts. */
  readonly databaseUrl: string
  /** The Redis of limits, queues and leases, which may be lost. */
  readonly redisUrl: string
}

/** Both servers, or none. */
export function readShared(reading: SettingsInput): SharedServers | null {
  const databaseUrl = readServerUrl(reading, 'SHELFMARK_DATABASE_URL', {
    protocol: /^postgres(?:ql)?:$/,
    form: 'postgres://user@host:5432/name, or with several hosts: user@one:5432,two:5432',
    addressesOf,
  })
  const redisUrl = readServerUrl(reading, 'SHELFMARK_REDIS_URL', {
    protocol: /^rediss?:$/,
    form: 'redis://host:6379, or rediss:// for TLS',
  })
  if (databaseUrl !== null && redisUrl !== null) return { databaseUrl, redisUrl }
  if (databaseUrl !== null && !reading.problems.some((problem) => problem.startsWith('SHELFMARK_REDIS_URL'))) {
    reading.problems.push('SHELFMARK_REDIS_URL: must be set with SHELFMARK_DATABASE_URL: processes share both servers')
  }
  if (redisUrl !== null && !reading.problems.some((problem) => problem.startsWith('SHELFMARK_DATABASE_URL'))) {
    reading.problems.push(
      'SHELFMARK_DATABASE_URL: must be set with SHELFMARK_REDIS_URL: the data is in PostgreSQL, and Redis has what may be lost',
    )
  }
  return null
}

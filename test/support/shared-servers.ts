import { describePostgres, type PostgresServer } from './postgres-server.ts'
import { describeRedis, type RedisServer } from './redis-server.ts'

/** The servers that the processes of a service share. */
export interface SharedServers {
  readonly postgres: PostgresServer
  readonly redis: RedisServer
  /** Settings of a process, once the servers run. */
  readonly settings: () => { readonly SHELFMARK_DATABASE_URL: string; readonly SHELFMARK_REDIS_URL: string }
}

/** Defines tests that share a PostgreSQL and a Redis of their own. Where one can't run, they print that nothing was checked. */
export function describeShared(name: string, define: (servers: SharedServers) => void): void {
  describePostgres(name, ['max_connections=300'], (postgres) => {
    describeRedis(name, ['--appendonly', 'no'], (redis) => {
      define({
        postgres,
        redis,
        settings: () => ({ SHELFMARK_DATABASE_URL: postgres.url, SHELFMARK_REDIS_URL: redis.url }),
      })
    })
  })
}

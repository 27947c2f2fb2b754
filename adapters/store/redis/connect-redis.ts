import { Redis } from 'ioredis'
import { WAIT_MS } from './connection.ts'

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 1000

/**
 * Connects to a Redis server, not a cluster. Reconnects without end when the connection is lost.
 *
 * @param url Form: `redis://user:password@host:6379/0`, or `rediss:` for TLS.
 */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    connectionName: 'shelfmark',
    disableClientInfo: true,
    connectTimeout: WAIT_MS,
    // A frozen server neither answers nor closes the connection.
    commandTimeout: WAIT_MS,
    // A command fails as soon as its connection is lost. `Connection` retries it, within a deadline.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(times, 10), MAX_PAUSE_MS),
    // After a failover, the old primary is a replica and refuses writes.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  })
  // Without a listener, ioredis writes to the console. Calls report the error as their cause.
  redis.on('error', () => undefined)
  return redis
}

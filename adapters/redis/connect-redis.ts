import { Redis } from 'ioredis'
import { WAIT_MS } from './connection.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000

/**
 * Connects to one Redis (no cluster), and connects anew for ever when the
 * connection is lost.
 *
 * @param url As `redis://user:password@host:6379/0`, or `rediss:` for TLS.
 */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    connectionName: 'shelfmark',
    disableClientInfo: true,
    connectTimeout: WAIT_MS,
    // Of a server that is frozen, neither an answer nor an end of the connection is seen.
    commandTimeout: WAIT_MS,
    // A command is refused as soon as its connection is lost: `Connection` asks again, and knows until when.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
    // After a failover, the server that was asked is a replica.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  })
  // Without a listener, ioredis writes to the console; what is asked meanwhile is refused with the cause.
  redis.on('error', () => undefined)
  return redis
}

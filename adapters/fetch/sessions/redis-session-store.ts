import { createHmac, randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { isSealed, openSealed, seal } from '../../seal.ts'
import { Connection } from '../../store/redis/connection.ts'
import { loadScript } from '../../store/redis/script.ts'
import type { SavedSession, SessionStore } from './session-store.ts'

const SAVE = loadScript('save-session')
const LEASE = loadScript('lease-session')
const END_LEASE = loadScript('end-session-lease')

/** Sessions that nobody used in this time are dropped. Unit: ms. */
const KEPT_MS = 3_600_000
/** Keys of a workspace, each some kilobytes. Its oldest give way. */
const MAX_KEYS = 1000
/** A process that dies while it makes a session keeps others from it for this time. Longer than a request. Unit: ms. */
const LEASE_MS = 60_000
/** A process does not wait longer for the Redis: a session of its own is as good. Unit: ms. */
const WAIT_MS = 1800

/** HKDF's `info` for the key that sessions are sealed with. */
const PURPOSE = 'shelfmark session v1'

export interface RedisSessionStoreOptions {
  /** A connection made by `connectRedis`. It is left open. */
  readonly redis: Redis
  /** Prefix of all names in Redis. */
  readonly prefix: string
  /** Names and seals sessions: those of another key are not found. */
  readonly masterKey: string
}

/** Sessions of all processes on one Redis, sealed with the master key. Neither names nor values show a place or a cookie. */
export interface RedisSessionStore extends SessionStore {
  close(): Promise<void>
}

export function redisSessionStore({ redis, prefix, masterKey }: RedisSessionStoreOptions): RedisSessionStore {
  const connection = new Connection(redis, prefix)
  const groupOf = (key: string): string => createHmac('sha256', masterKey).update(key).digest('base64url').slice(0, 22)
  const sealKey = { masterKey, purpose: PURPOSE }
  return {
    load: async (key) => {
      const name = connection.name('sessions', groupOf(key))
      const [sealed, pages] = await connection.ask((server) =>
        Promise.all([server.hgetall(name), server.hgetall(`${name}:pages`)]),
      )
      return Object.entries(sealed).flatMap(([id, text]) => {
        const json = isSealed(text) ? openSealed(text, sealKey) : null
        // A session that was changed is as good as none.
        return json === null ? [] : [{ ...(JSON.parse(json) as SavedSession), id, pages: Number(pages[id] ?? 0) }]
      })
    },
    save: async (key, session, newPages, owner) => {
      const sealed = seal(JSON.stringify(session), sealKey)
      const args = [groupOf(key), session.id, sealed, newPages, KEPT_MS, groupOf(owner), MAX_KEYS]
      return await connection.run<number>(SAVE, args, WAIT_MS)
    },
    remove: async (key, id) => {
      const name = connection.name('sessions', groupOf(key))
      await connection.ask((server) => Promise.all([server.hdel(name, id), server.hdel(`${name}:pages`, id)]))
    },
    lease: async (key) => {
      const [group, id] = [groupOf(key), randomUUID()]
      const taken = await connection.run<number>(LEASE, [group, id, LEASE_MS], WAIT_MS)
      if (taken === 0) return null
      return async () => void (await connection.run(END_LEASE, [group, id], WAIT_MS))
    },
    close: () => connection.close(),
  }
}

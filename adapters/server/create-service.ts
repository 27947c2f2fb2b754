import { availableParallelism } from 'node:os'
import { loadWithPackages } from '../load-packages.ts'
import type { PageSource } from '../fetch/source/page-source.ts'
import { ConfigError, readConfig } from './config.ts'
import type { EmbeddedService } from './open-embedded-service.ts'
import type { Environment } from './settings.ts'

/** What a service is made of. */
export interface ServiceOptions {
  /** Where live keys get their pages from: a source of your own, or a value of `SHELFMARK_SOURCE`. Default: `live`. */
  readonly source?: PageSource | string | undefined
  /** Folder of the embedded store, or URLs of a PostgreSQL database and a Redis. Default: the folder `data`. */
  readonly store?: string | { readonly database: string; readonly redis: string } | undefined
  /**
   * All other settings, by the names of their variables. The environment of the process does not
   * count. Two defaults differ from those of a server: there is no port for operators
   * (`SHELFMARK_ADMIN=off`), and `close` does not wait for load balancers (`SHELFMARK_DRAIN_WAIT_MS=0`).
   */
  readonly settings?: Environment | undefined
}

/** Defaults that suit a program that has its own operators and its own end. */
const DEFAULTS: Environment = { SHELFMARK_ADMIN: 'off', SHELFMARK_DRAIN_WAIT_MS: '0' }

/**
 * Creates a service inside of this program: `app` is an h3 app to mount, and `listen` serves it.
 *
 * Rejects: with a `ConfigError` that names all mistakes in the settings; with a `MissingPackageError`
 * that says what to install; with a `ShelfmarkError`, for a source that is not one; with a `StoreError`, when the
 * store is locked or down, or needs a package that is not installed.
 *
 * @example
 * ```ts
 * import { createService } from 'shelfmark/server'
 *
 * const service = await createService({ store: 'data', source: 'sandbox' })
 * const { port } = await service.listen(0)
 * console.log(port, service.firstKey)
 * await service.close()
 * ```
 */
export async function createService(options: ServiceOptions = {}): Promise<EmbeddedService> {
  const { source, store, settings } = options
  const isOwn = typeof source === 'object'
  const given: Environment = {
    ...DEFAULTS,
    ...settings,
    ...(source === undefined || isOwn ? {} : { SHELFMARK_SOURCE: source }),
    ...toSettings(store),
  }
  const config = readConfig(given, availableParallelism())
  const { openEmbeddedService } = await loadWithPackages('The server', () => import('./open-embedded-service.ts'))
  return await openEmbeddedService(config, isOwn ? { source } : {})
}

/** Of an address such as `redis://`, but not of a drive. */
const URL_START = /^[a-z]{2,}:\/\//i

function toSettings(store: ServiceOptions['store']): Environment {
  if (store === undefined) return {}
  if (typeof store === 'string' && URL_START.test(store)) {
    throw new ConfigError(['store: a URL is no folder. Give { database, redis } for a store of many processes.'])
  }
  if (typeof store === 'string') return { SHELFMARK_DATA: store }
  return { SHELFMARK_DATABASE_URL: store.database, SHELFMARK_REDIS_URL: store.redis }
}

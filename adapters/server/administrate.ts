import { OperationError, runOperation, type OperationName } from '../http/admin/operations.ts'
import { administer } from '../http/admin/routes.ts'
import { pathOf } from '../http/route/route.ts'
import { openRedisStore } from '../store/redis/open-redis-store.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { StoreError } from '../store/store-error.ts'
import type { Store } from '../store/store.ts'
import { findAdminToken } from './admin-token.ts'
import type { Config } from './config.ts'

/**
 * Runs an operation of the administration for the command line: on the store itself, or,
 * when a server has the store open, through that server.
 *
 * Rejects: with an `OperationError`.
 */
export async function administrate(config: Config, operation: OperationName, input: object): Promise<unknown> {
  let store: Store
  try {
    store = await openStore(config)
  } catch (error) {
    if (error instanceof StoreError && error.code === 'locked') return askServer(config, operation, input)
    throw error
  }
  try {
    return await runOperation(store, operation, input)
  } finally {
    await store.close()
  }
}

function openStore({ dataDirectory, redisUrl, keyPepper: pepper }: Config): Promise<Store> {
  return redisUrl === null
    ? openSqliteStore({ directory: dataDirectory, pepper })
    : openRedisStore({ url: redisUrl, pepper })
}

async function askServer(config: Config, operation: OperationName, input: object): Promise<unknown> {
  const { adminHost, adminPort, adminToken, dataDirectory } = config
  const token = findAdminToken(adminToken, dataDirectory)
  if (adminPort === null || token === null) {
    throw new OperationError('locked', 'a server has the store open, and its administration is not reachable')
  }
  const host = adminHost.includes(':') ? `[${adminHost}]` : adminHost
  const response = await fetch(`http://${host}:${adminPort}${pathOf(administer, { id: operation })}`, {
    method: administer.method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  })
  const body = (await response.json()) as { result?: unknown; error?: OperationError['code']; message?: string }
  if (response.ok) return body.result
  throw new OperationError(body.error ?? 'unavailable', body.message ?? `the server answered ${response.status}`)
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'
import { waitUntilReady } from './node-process.ts'

const MAIN = join(import.meta.dirname, '../../dist/adapters/cli/main.js')

/** A server in a process of its own, on simulated pages, with its data in a folder. */
export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Has an administrator's operation done. */
  readonly administrate: (operation: string, input: object) => Promise<unknown>
  /** Ends it as an operator would, and waits. */
  readonly stop: () => Promise<void>
}

/** Starts a server of the built package. Rejects: when it does not answer in time. */
export async function startServer(
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const [port, adminPort] = [await findFreePort(), await findFreePort()]
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: {
      ...process.env,
      SHELFMARK_PORT: String(port),
      SHELFMARK_ADMIN_PORT: String(adminPort),
      SHELFMARK_DATA: directory,
      SHELFMARK_SOURCE: 'sandbox',
      SHELFMARK_LOG: 'error',
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(`${url}/readyz`, child)
  const token = readFileSync(join(directory, 'admin-token'), 'utf8').trim()
  return {
    url,
    child,
    administrate: async (operation, input) => {
      const response = await fetch(`http://127.0.0.1:${adminPort}/admin/v1/${operation}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
      })
      const body = (await response.json()) as { result?: unknown; message?: string }
      if (!response.ok) throw new Error(`${operation}: ${body.message ?? response.status}`)
      return body.result
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** A workspace that pays as it goes, and some live keys of the greatest plan. */
export async function createKeys(
  server: Pick<ServerProcess, 'administrate'>,
  count: number,
): Promise<{ readonly workspace: string; readonly keys: readonly string[] }> {
  const { id } = (await server.administrate('workspaces.create', {
    name: 'load',
    plan: 'custom',
    payAsYouGo: true,
    overrides: { sustainedPerSecond: 500, concurrency: 1000 },
  })) as { id: string }
  const keys: string[] = []
  for (let i = 0; i < count; i++) {
    const created = await server.administrate('keys.create', { workspace: id, kind: 'live', name: `load ${i}` })
    keys.push((created as { fullKey: string }).fullKey)
  }
  return { workspace: id, keys }
}

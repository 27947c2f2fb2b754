import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'
import { startProcess, type NodeProcess } from './node-process.ts'
import { startRedisProcess, type RedisProcess } from './redis-process.ts'

export interface ClusterOptions {
  readonly servers: number
  readonly workers: number
  /** For all processes. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Servers and workers on one Redis, each in a process of its own, on simulated pages. */
export interface Cluster {
  readonly redis: RedisProcess
  readonly servers: readonly NodeProcess[]
  readonly workers: readonly NodeProcess[]
  /** Addresses of the servers. */
  readonly urls: readonly string[]
  /** Has an administrator's operation done by the first process that can. */
  readonly administrate: (operation: string, input: object) => Promise<unknown>
  readonly stop: () => Promise<void>
}

export const ADMIN_TOKEN = 'a-token-of-the-administration'

export async function startCluster(
  directory: string,
  { servers: serverCount, workers: workerCount, environment = {} }: ClusterOptions,
): Promise<Cluster> {
  mkdirSync(join(directory, 'redis'), { recursive: true })
  const redis = await startRedisProcess(join(directory, 'redis'), await findFreePort())
  const adminPorts: number[] = []
  const urls: string[] = []
  const launch = async (name: string, command: 'serve' | 'work'): Promise<NodeProcess> => {
    const [port, adminPort] = [await findFreePort(), await findFreePort()]
    adminPorts.push(adminPort)
    if (command === 'serve') urls.push(`http://127.0.0.1:${port}`)
    const own = {
      SHELFMARK_REDIS_URL: redis.url,
      SHELFMARK_DATA: join(directory, name),
      SHELFMARK_PORT: String(port),
      SHELFMARK_ADMIN_PORT: String(adminPort),
      SHELFMARK_ADMIN_TOKEN: ADMIN_TOKEN,
      SHELFMARK_SOURCE: 'sandbox',
      SHELFMARK_BATCHES: command === 'serve' ? 'off' : 'on',
    }
    return await startProcess(name, command, { ...own, ...environment }, `http://127.0.0.1:${adminPort}/livez`)
  }
  const servers: NodeProcess[] = []
  const workers: NodeProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all([...servers, ...workers].map((one) => one.stop()))
    await redis.stop()
  }
  try {
    for (let index = 0; index < serverCount; index++) servers.push(await launch(`server-${index}`, 'serve'))
    for (let index = 0; index < workerCount; index++) workers.push(await launch(`worker-${index}`, 'work'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    redis,
    servers,
    workers,
    urls,
    administrate: (operation, input) => administrateBy(adminPorts, operation, input),
    stop,
  }
}

/** Has an administrator's operation done by the first process that can. */
export async function administrateBy(ports: readonly number[], operation: string, input: object): Promise<unknown> {
  let problem: unknown
  for (const port of ports) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/admin/v1/${operation}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(60_000),
      })
      const body = (await response.json()) as { result?: unknown; message?: string }
      if (response.ok) return body.result
      problem = body.message ?? response.status
    } catch (error) {
      problem = error
    }
  }
  throw new Error(`${operation}: ${String(problem)}`)
}

import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandName, CommandResult, UncheckedInput } from '../../adapters/http/admin/commands.ts'
import { findFreePort, startRedis, startShelfmark, type ManagedProcess, type RedisProcess } from './processes.ts'
import { startPostgres, type PostgresProcess } from './postgres.ts'

/** Runs a command of the administration. */
export type Administrate = <Name extends CommandName>(
  command: Name,
  input: UncheckedInput<Name>,
) => Promise<CommandResult<Name>>

const ADMIN_TOKEN = 'a-token-of-the-administration'

/** Runs commands on the first of several processes that can run them. `ports`: for operators. */
function administrateOn(ports: readonly number[]): Administrate {
  return async (command, input) => {
    let problem: unknown
    for (const port of ports) {
      try {
        return await administrate(port, command, input)
      } catch (error) {
        problem = error
      }
    }
    throw new Error(`${command}: ${String(problem)}`)
  }
}

async function administrate<Name extends CommandName>(
  port: number,
  command: Name,
  input: UncheckedInput<Name>,
): Promise<CommandResult<Name>> {
  const response = await fetch(`http://127.0.0.1:${port}/admin/v1/${command}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(60_000),
  })
  if (response.ok) return ((await response.json()) as { readonly result: CommandResult<Name> }).result
  const body = (await response.json()) as { message?: string }
  throw new Error(body.message ?? `status ${response.status}`)
}

/** A server with an embedded store, on simulated pages. */
export interface Server {
  readonly url: string
  /** Of the port for operators. */
  readonly adminUrl: string
  readonly process: ManagedProcess
  readonly administrate: Administrate
}

/** Starts a server of the built package, with its data in a folder. `nodeOptions`: of Node's command line. */
export async function startServer(
  directory: string,
  environment: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<Server> {
  const [port, adminPort] = [await findFreePort(), await findFreePort()]
  const url = `http://127.0.0.1:${port}`
  const own = {
    ...environmentOf(directory, port, adminPort),
    SHELFMARK_LOG: 'error',
    ...environment,
  }
  const process = await startShelfmark('server', ['serve'], own, `${url}/readyz`, nodeOptions)
  return { url, adminUrl: `http://127.0.0.1:${adminPort}`, process, administrate: administrateOn([adminPort]) }
}

/** The simulated marketplace, in a process of its own. */
interface Marketplace {
  readonly url: string
  readonly process: ManagedProcess
}

/** Settings of a server under load. `upstream`: where its pages are from; null, from itself. */
export function loadSettings(upstream: Marketplace | null): Readonly<Record<string, string>> {
  const live = { SHELFMARK_SOURCE: 'live', SHELFMARK_UPSTREAM: `*=${upstream?.url}`, SHELFMARK_FETCHES: '1000' }
  return { SHELFMARK_TRUSTED_PROXIES: '127.0.0.1', ...(upstream === null ? {} : live) }
}

/** Starts a marketplace whose pages are as large as real ones. */
export async function startMarketplace(): Promise<Marketplace> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const process = await startShelfmark('marketplace', ['sandbox', '--port', String(port)], {}, `${url}/dp/B0L0AD0001`)
  return { url, process }
}

function environmentOf(directory: string, port: number, adminPort: number): Readonly<Record<string, string>> {
  return {
    SHELFMARK_DATA: directory,
    SHELFMARK_PORT: String(port),
    SHELFMARK_ADMIN_PORT: String(adminPort),
    SHELFMARK_ADMIN_TOKEN: ADMIN_TOKEN,
    SHELFMARK_SOURCE: 'sandbox',
    SHELFMARK_DRAIN_WAIT_MS: '0',
  }
}

export interface ClusterOptions {
  readonly servers: number
  readonly workers: number
  /** Settings of all processes. */
  readonly environment?: Readonly<Record<string, string>>
  /** Starts the PostgreSQL. Default: one server, with its data in the folder. */
  readonly startDatabase?: (directory: string) => Promise<PostgresProcess>
}

/** Servers and workers on one PostgreSQL and one Redis, on simulated pages. */
export interface Cluster {
  readonly postgres: PostgresProcess
  readonly redis: RedisProcess
  readonly servers: readonly ManagedProcess[]
  readonly workers: readonly ManagedProcess[]
  /** URLs of the servers. */
  readonly urls: readonly string[]
  readonly administrate: Administrate
  readonly stop: () => Promise<void>
}

/** Makes an empty folder for a cluster. PostgreSQL, which may run as another user, reaches its own folder inside of it. */
export function makeClusterDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `shelfmark-${name}-`))
  chmodSync(directory, 0o711)
  return directory
}

export async function startCluster(
  directory: string,
  { servers: serverCount, workers: workerCount, environment = {}, startDatabase = startPostgres }: ClusterOptions,
): Promise<Cluster> {
  mkdirSync(join(directory, 'redis'), { recursive: true })
  const postgres = await startDatabase(join(directory, 'postgres'))
  const redis = await startRedis(join(directory, 'redis'))
  const adminPorts: number[] = []
  const urls: string[] = []
  const launch = async (name: string, command: 'serve' | 'work'): Promise<ManagedProcess> => {
    const [port, adminPort] = [await findFreePort(), await findFreePort()]
    adminPorts.push(adminPort)
    if (command === 'serve') urls.push(`http://127.0.0.1:${port}`)
    const own = {
      ...environmentOf(join(directory, name), port, adminPort),
      SHELFMARK_DATABASE_URL: postgres.url,
      SHELFMARK_REDIS_URL: redis.url,
      SHELFMARK_BATCHES: command === 'serve' ? 'off' : 'on',
    }
    return await startShelfmark(name, [command], { ...own, ...environment }, `http://127.0.0.1:${adminPort}/livez`)
  }
  const servers: ManagedProcess[] = []
  const workers: ManagedProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all([...servers, ...workers].map((one) => one.stop()))
    await redis.stop()
    await postgres.stop()
  }
  try {
    for (let index = 0; index < serverCount; index++) servers.push(await launch(`server-${index}`, 'serve'))
    for (let index = 0; index < workerCount; index++) workers.push(await launch(`worker-${index}`, 'work'))
  } catch (error) {
    await stop()
    throw error
  }
  return { postgres, redis, servers, workers, urls, administrate: administrateOn(adminPorts), stop }
}

/** Creates a workspace without a limit of credits, and live keys with the highest limits. */
export async function createKeys(
  { administrate }: { readonly administrate: Administrate },
  count: number,
): Promise<{ readonly workspace: string; readonly keys: readonly string[] }> {
  const { id } = await administrate('workspaces.create', {
    name: 'bench',
    plan: 'custom',
    payAsYouGo: true,
    overrides: { sustainedPerSecond: 500, concurrency: 1000 },
  })
  const keys: string[] = []
  for (let i = 0; i < count; i++) {
    const created = await administrate('keys.create', { workspace: id, kind: 'live', name: `bench ${i}` })
    keys.push(created.fullKey)
  }
  return { workspace: id, keys }
}

import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../adapters/sandbox/truth/random.ts'
import { Connection } from '../../adapters/store/drivers/postgres-pool.ts'
import type { PaidWorkload } from './paid-workload.ts'
import { startPostgres, type PostgresProcess } from './postgres.ts'
import type { ProcessFaults } from './process-faults.ts'
import type { Cluster } from './services.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** What a kind of faults acts on. */
interface Scene {
  readonly cluster: Cluster
  readonly faults: ProcessFaults
  readonly random: Random
  readonly paid: PaidWorkload
  readonly times: number
  readonly freezes: number
}

/** A kind of faults under load. */
export interface FaultKind {
  readonly workers: number
  /** How often, unless an argument says it. */
  readonly times: number
  readonly freezes?: number
  /** Default: one server, on the disk of all. */
  readonly startDatabase?: (directory: string) => Promise<PostgresProcess>
  readonly cause: (scene: Scene) => Promise<void>
  /** Removes what the kind has made outside of its folder. */
  readonly remove?: () => void
}

/** Time of work before and after a fault. Order: least, most. Unit: ms. */
const WORK_MS = [6000, 12_000] as const
const PATIENCE_MS = 60_000
/** A new database has 40 MB, and a file of its log 16 MB. */
const DISK_MB = 192
/** So that the log of a healthy server does not fill the disk. */
const SMALL_LOG = ['max_wal_size=64MB', 'min_wal_size=32MB']

export const FAULT_KINDS: Readonly<Record<string, FaultKind>> = {
  all: { workers: 3, times: 200, freezes: 50, cause: (scene) => causeProcessFaults(scene, causeOther) },
  processes: { workers: 2, times: 100, freezes: 30, cause: (scene) => causeProcessFaults(scene, async () => null) },
  restarts: {
    workers: 2,
    times: 10,
    cause: (scene) => repeat(scene, (time) => scene.faults.restartPostgres(time % 2 === 0 ? 'stop' : 'kill')),
  },
  flushes: { workers: 2, times: 5, cause: (scene) => repeat(scene, () => scene.faults.flushRedis()) },
  failover: failOver(),
  disk: fillDisk('data'),
  'log-disk': fillDisk('log'),
}

async function repeat({ faults, times }: Scene, cause: (time: number) => Promise<void>): Promise<void> {
  await faults.wait(...WORK_MS)
  for (let time = 0; time < times; time++) {
    await cause(time)
    await faults.wait(...WORK_MS)
  }
}

/**
 * Kills and freezes servers and workers, one after the other. Freezes last while other faults follow.
 *
 * @param causeOther Causes another fault instead of a kill, or none. Returns whether it was a kill. Absent: null, it caused none.
 */
async function causeProcessFaults(scene: Scene, other: (scene: Scene) => Promise<boolean | null>): Promise<void> {
  const { cluster, faults, times, freezes } = scene
  const frozen = new Set<Promise<void>>()
  const maxFrozen = cluster.workers.length - 1
  let [killed, froze] = [0, 0]
  while (killed < times || froze < freezes) {
    const toFreeze = froze < freezes && frozen.size < maxFrozen ? faults.choose() : undefined
    if (toFreeze !== undefined) {
      froze++
      const one: Promise<void> = faults.freeze(toFreeze).finally(() => frozen.delete(one))
      frozen.add(one)
    }
    if (killed < times) {
      const wasKill = await other(scene)
      const target = wasKill === null ? faults.choose() : undefined
      if (target !== undefined) await faults.kill(target)
      if (wasKill === true || target !== undefined) killed++
    }
    await faults.wait(0, 1000)
  }
  await Promise.all(frozen)
}

async function causeOther({ faults, random }: Scene): Promise<boolean | null> {
  const dice = random.int(1, 100)
  if (dice > 30) return null
  if (dice <= 5) await faults.killRedis()
  else if (dice <= 10) await faults.restartPostgres('kill')
  else if (dice <= 12) await faults.fillRedis()
  else if (dice <= 14) await faults.flushRedis()
  else if (dice <= 17) await faults.freezeRedis()
  else {
    const target = faults.choose()
    if (target !== undefined) await faults.setClock(target)
  }
  return dice <= 10
}

/** The server that writes ends, and its standby, which confirmed every write with it, takes its place. */
function failOver(): FaultKind {
  const servers: PostgresProcess[] = []
  const startDatabase = async (directory: string): Promise<PostgresProcess> => {
    // Only on the first one: a promoted standby has no standby of its own yet, and must not wait for it.
    const first = await startPostgres(directory, { settings: ['synchronous_standby_names=*'] })
    const standby = await startPostgres(`${directory}-standby`, { copyOf: first.url })
    servers.push(first, standby)
    const hosts = [first, standby].map(({ url }) => new URL(url).host).join()
    const stop = async (): Promise<void> => {
      await Promise.all([standby.stop(), first.stop()])
    }
    return { ...first, stop, url: `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write` }
  }
  const cause = async ({ faults, paid }: Scene): Promise<void> => {
    const [first, standby] = servers
    if (first === undefined || standby === undefined) throw new Error('There is no standby.')
    await faults.wait(...WORK_MS)
    faults.count('failover of PostgreSQL to its standby')
    await first.kill()
    await faults.wait(500, 2000)
    await ask(standby.url, 'SELECT pg_promote()')
    const before = paid.count(200)
    await until('requests are answered', () => paid.count(200) > before)
    await faults.wait(...WORK_MS)
  }
  return { workers: 2, times: 1, startDatabase, cause }
}

/** The disk of PostgreSQL's data, or of its log, is full for some time. */
function fillDisk(of: 'data' | 'log'): FaultKind {
  let disk: SmallDisk | null = null
  const mount = (directory: string): string => {
    disk = mountSmallDisk(directory, DISK_MB)
    if (disk === null) throw new Error('NOT CHECKED: a small disk can not be mounted here')
    return directory
  }
  const startDatabase = async (directory: string): Promise<PostgresProcess> => {
    if (of === 'data') return await startPostgres(mount(directory), { settings: SMALL_LOG })
    mkdirSync(directory, { recursive: true })
    return await startPostgres(directory, { logDirectory: mount(join(dirname(directory), 'log')), settings: SMALL_LOG })
  }
  const cause = async ({ cluster: { postgres }, faults, paid, times }: Scene): Promise<void> => {
    await faults.wait(...WORK_MS)
    for (let time = 0; time < times; time++) {
      faults.count(`disk of the ${of} of PostgreSQL full`)
      const refused = paid.count(503)
      disk?.fill()
      await until('requests get 503', () => paid.count(503) > refused)
      // The time of many calls. What is left of its own files may still be filled.
      for (const end = Date.now() + 15_000; Date.now() < end; await sleep(500)) disk?.fill()
      disk?.free()
      if (!postgres.isRunning()) {
        faults.count('start of PostgreSQL, which had ended without a disk')
        await postgres.start()
      }
      const before = paid.count(200)
      await until('requests are answered', () => paid.count(200) > before)
      await faults.wait(...WORK_MS)
    }
  }
  return { workers: 2, times: 1, startDatabase, cause, remove: () => disk?.remove() }
}

/** Runs SQL on a connection of its own. `url`: may name several hosts. Returns the rows. */
export async function ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const connection = await Connection.open(url, PATIENCE_MS)
  try {
    return (await connection.exec(sql, PATIENCE_MS)).rows
  } finally {
    await connection.close()
  }
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(20)) if (isSo()) return
  throw new Error(`not in ${PATIENCE_MS} ms: ${what}`)
}

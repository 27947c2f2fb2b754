/**
 * Kills the primary of a Redis with two replicas and a Sentinel while charges are written, and
 * counts the confirmed charges that the promoted replica does not have: first when a charge
 * counts as confirmed at the answer of the primary, then when it also waits for a replica with
 * `WAIT`. In each round the network between the primary and its replicas fails before the kill.
 *
 * Usage: npm run bench -- failover [ROUNDS [LAG_MS]]
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { TcpProxy } from '../../test/support/tcp-proxy.ts'
import { ASKED_RECORD } from './asked-record.ts'
import { findFreePort } from './processes.ts'

const rounds = Number(process.argv[2] ?? 3)
const lagMs = Number(process.argv[3] ?? 300)
const CLIENTS = 16
const WAIT_FOR_REPLICA_MS = 1000
/** Time without an answer after which Sentinel counts the primary as down. */
const DOWN_MS = 1000

interface Round {
  readonly confirmed: number
  readonly lost: number
  readonly refused: number
  /** Time from the kill to the next confirmed charge. */
  readonly awayMs: number
}

async function runRound(usesWait: boolean): Promise<Round> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-failover-'))
  const children: ChildProcess[] = []
  const [primaryPort, sentinelPort] = [await findFreePort(), await findFreePort()]
  const launch = (...args: string[]): ChildProcess => {
    const child = spawn('redis-server', args, { stdio: 'ignore', cwd: directory })
    children.push(child)
    return child
  }
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--bind', '127.0.0.1', '--save', '']
  const primary = launch('--port', String(primaryPort), '--appenddirname', 'primary', ...durable)
  const network = await TcpProxy.start(primaryPort)
  for (const name of ['replica-1', 'replica-2']) {
    const own = ['--port', String(await findFreePort()), '--appenddirname', name, '--dbfilename', `${name}.rdb`]
    launch(...own, '--replicaof', '127.0.0.1', String(network.port), ...durable)
  }
  const direct = new Redis(primaryPort, { maxRetriesPerRequest: null })
  direct.on('error', () => undefined)
  while (!/slave0:.*state=online[^]*slave1:.*state=online/.test(await direct.info('replication'))) await sleep(50)
  const configuration = join(directory, 'sentinel.conf')
  const lines = [`port ${sentinelPort}`, `sentinel monitor main 127.0.0.1 ${primaryPort} 1`]
  writeFileSync(configuration, [...lines, `sentinel down-after-milliseconds main ${DOWN_MS}`, ''].join('\n'))
  launch(configuration, '--sentinel')
  const sentinel = { sentinels: [{ host: '127.0.0.1', port: sentinelPort }], name: 'main' }
  const redis = new Redis({
    ...sentinel,
    maxRetriesPerRequest: 0,
    commandTimeout: 5000,
    sentinelRetryStrategy: () => 100,
  })
  redis.on('error', () => undefined)
  try {
    const store = await openRedisStore({ redis })
    const outcome = await chargeThroughFailover({ store, redis, primary, network, usesWait })
    await store.close()
    return outcome
  } finally {
    redis.disconnect()
    direct.disconnect()
    network.end()
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    }
    rmSync(directory, { recursive: true, maxRetries: 10 })
  }
}

interface Setup {
  readonly store: Store
  readonly redis: Redis
  readonly primary: ChildProcess
  /** Between the primary and its replicas. */
  readonly network: TcpProxy
  readonly usesWait: boolean
}

async function chargeThroughFailover({ store, redis, primary, network, usesWait }: Setup): Promise<Round> {
  const { id: workspaceId } = await store.workspaces.create({ name: 'bench', payAsYouGo: true })
  const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'bench' })
  const confirmed: string[] = []
  const end = new AbortController()
  let [refused, next] = [0, 0]
  const times = { killedMs: 0, backMs: 0 }
  const charge = async (): Promise<void> => {
    const chargeId = `charge-${next++}`
    const reservation = await store.ledger.reserve(workspaceId, 5, Date.now())
    if (reservation === 'insufficient_credits') throw new Error('A workspace with pay-as-you-go was stopped.')
    await store.ledger.settle(reservation, { chargeId, keyId: key.id, record: ASKED_RECORD, credits: 5 })
    if (usesWait && (await redis.wait(1, WAIT_FOR_REPLICA_MS)) < 1) throw new Error('No replica has the charge.')
    confirmed.push(chargeId)
    if (times.killedMs > 0 && times.backMs === 0) times.backMs = performance.now()
  }
  const run = async (): Promise<void> => {
    while (!end.signal.aborted) await charge().catch(() => refused++)
  }
  const clients = Array.from({ length: CLIENTS }, run)
  await sleep(3000)
  network.silence()
  await sleep(lagMs)
  primary.kill('SIGKILL')
  await once(primary, 'exit')
  times.killedMs = performance.now()
  network.end()
  for (const lastMs = performance.now() + 60_000; times.backMs === 0 && performance.now() < lastMs;) await sleep(50)
  await sleep(500)
  end.abort()
  await Promise.all(clients)
  const written = new Set<string>()
  const month = new Date().toISOString().slice(0, 7)
  for (let after: string | null = ''; after !== null;) {
    const page: Awaited<ReturnType<Store['ledger']['readMonth']>> = await store.ledger.readMonth(month, after)
    for (const { chargeId } of page.rows) written.add(chargeId)
    after = page.next
  }
  const { differences } = await store.ledger.check()
  if (differences.length > 0) process.exitCode = 1
  const lost = confirmed.filter((id) => !written.has(id)).length
  return { confirmed: confirmed.length, lost, refused, awayMs: Math.round(times.backMs - times.killedMs) }
}

for (const usesWait of [false, true]) {
  for (let round = 1; round <= rounds; round++) {
    const { confirmed, lost, refused, awayMs } = await runRound(usesWait)
    console.log(
      `${usesWait ? 'with' : 'without'} WAIT, network gone for ${lagMs} ms: ${confirmed} charges confirmed, ` +
        `${lost} of them lost, ${refused} calls refused, no charge for ${awayMs} ms`,
    )
    if (usesWait && lost > 0) process.exitCode = 1
  }
}

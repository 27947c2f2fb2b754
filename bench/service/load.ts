/**
 * Sends product requests to a server at a fixed rate, whether or not earlier ones were
 * answered, and measures the response times and the processor time of a request. The
 * processor time depends less on other work of the machine than the rate does.
 *
 * Usage: npm run bench:load [-- REQUESTS_PER_SECOND [SECONDS]]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { createKeys, startServer } from './services.ts'

const perSecond = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 15)
/** Different products. The server keeps their pages in memory, and extracts them for each request. */
const PRODUCTS = 200
/** Requests wait when all connections are in use, and that time counts. */
const CONNECTIONS = 64
/** In each thread, the first 7,000 pages or so cost up to twice as much, until their code is compiled. */
const WARM_UP_SECONDS = 60
/** Unit of processor times in /proc, in ms. */
const PROC_TICK_MS = 10
const PAUSE_MS = 5

interface Load {
  readonly url: string
  readonly perSecond: number
  readonly seconds: number
  readonly keyOf: (index: number) => string
}

interface LoadReport {
  readonly sent: number
  /** Number of answers by status; status 0 for requests without an answer. */
  readonly statuses: ReadonlyMap<number, number>
  readonly perSecond: number
  /** Time from when a request was due to the end of its answer, in ms: median, 99th percentile, maximum. */
  readonly p50: number
  readonly p99: number
  readonly max: number
}

async function runLoad({ url, perSecond, seconds, keyOf }: Load): Promise<LoadReport> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })
  const statuses = new Map<number, number>()
  const latencies: number[] = []
  const running = new Set<Promise<void>>()
  const total = Math.round(perSecond * seconds)
  const start = performance.now()

  const send = async (index: number): Promise<void> => {
    const due = start + (index * 1000) / perSecond
    const status = await request(pool, index, keyOf(index))
    latencies.push(performance.now() - due)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }

  let sent = 0
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000))
    for (; sent < due; sent++) {
      const promise = send(sent)
      running.add(promise)
      void promise.finally(() => running.delete(promise))
    }
    await sleep(PAUSE_MS)
  }
  await Promise.all(running)
  const elapsed = performance.now() - start
  await pool.close()
  latencies.sort((left, right) => left - right)
  const quantile = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? 0
  return {
    sent,
    statuses,
    perSecond: (sent / elapsed) * 1000,
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: latencies.at(-1) ?? 0,
  }
}

/** Gives the status of the answer; 0 without an answer. */
async function request(pool: Pool, index: number, key: string): Promise<number> {
  const path = `/api/v1/market/product?domain=com&query=B0L0AD${String(index % PRODUCTS).padStart(4, '0')}`
  try {
    // Each request has an address of its own: one that sent many wrong keys would have to wait for its answers.
    const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
    const answer = await pool.request({ path, method: 'GET', headers })
    await answer.body.dump({ limit: 10_000_000 })
    return answer.statusCode
  } catch {
    return 0
  }
}

function print(what: string, { sent, perSecond: rate, statuses, p50, p99, max }: LoadReport): void {
  const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  const times = [p50, p99, max].map((ms) => `${ms.toFixed(1)} ms`)
  console.log(
    `${what}: ${sent} requests, ${rate.toFixed(0)}/s; ${counts}; p50 ${times[0]}, p99 ${times[1]}, max ${times[2]}`,
  )
}

/** Processor time that a process has used so far. Unit: ms. Source: /proc, so Linux only. */
function cpuMsOf(pid: number | undefined): number {
  const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(times[11]) + Number(times[12])) * PROC_TICK_MS
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-load-'))
const server = await startServer(directory, { SHELFMARK_TRUSTED_PROXIES: '127.0.0.1' })
try {
  const { workspace, keys } = await createKeys(server, 4)
  const { url } = server
  const keyOf = (index: number): string => keys[index % keys.length] ?? ''
  print('warm-up', await runLoad({ url, keyOf, perSecond: perSecond / 2, seconds: WARM_UP_SECONDS }))
  const cpuMs = cpuMsOf(server.process.pid())
  const report = await runLoad({ url, keyOf, perSecond, seconds })
  print('products', report)
  const cost = (cpuMsOf(server.process.pid()) - cpuMs) / report.sent
  console.log(`a product costs the server ${cost.toFixed(2)} ms of processor time`)
  const unknownKey = (index: number): string => `svc_live_${String(index).padStart(44, '0')}`
  print('unknown keys', await runLoad({ url, keyOf: unknownKey, perSecond: perSecond * 2, seconds: 5 }))
  const today = new Date().toISOString().slice(0, 10)
  const usage = (await server.administrate('usage.read', { workspace, from: today, to: today })) as {
    charges: number
  }[]
  console.log(
    `charged: ${usage.reduce((sum, { charges }) => sum + charges, 0)}; ledger:`,
    await server.administrate('ledger.check', {}),
  )
} finally {
  await server.process.stop()
  rmSync(directory, { recursive: true })
}

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { ASKED_PATH } from './asked-record.ts'

/** Different products. The server keeps their pages in memory, and extracts them for each request. */
const PRODUCTS = 200
/** Requests wait when all connections are in use, and that time counts. */
const CONNECTIONS = 64
/** Unit of processor times in /proc, in ms. */
const PROC_TICK_MS = 10
const PAUSE_MS = 5

/** Product requests at a fixed rate, whether or not earlier ones were answered. */
interface Load {
  readonly url: string
  readonly perSecond: number
  readonly seconds: number
  readonly keyOf: (index: number) => string
}

export interface LoadReport {
  readonly sent: number
  /** Number of answers by status; status 0 for requests without an answer. */
  readonly statuses: ReadonlyMap<number, number>
  readonly perSecond: number
  /** Time from when a request was due to the end of its answer, in ms: median, 99th percentile, maximum. */
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export async function runLoad({ url, perSecond, seconds, keyOf }: Load): Promise<LoadReport> {
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
    const due = Math.min(total, 1 + Math.floor(((performance.now() - start) * perSecond) / 1000))
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
  const path = `${ASKED_PATH}?domain=com&query=B0L0AD${String(index % PRODUCTS).padStart(4, '0')}`
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

export function printLoad(what: string, { sent, perSecond: rate, statuses, p50, p99, max }: LoadReport): void {
  const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  const times = [p50, p99, max].map((ms) => `${ms.toFixed(1)} ms`)
  console.log(
    `${what}: ${sent} requests, ${rate.toFixed(0)}/s; ${counts}; p50 ${times[0]}, p99 ${times[1]}, max ${times[2]}`,
  )
}

/** Processor time that a process has used so far. Unit: ms. Source: /proc, so Linux only. */
export function cpuMsOf(pid: number | undefined): number {
  const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(times[11]) + Number(times[12])) * PROC_TICK_MS
}

/** Memory of a process. Unit: MB. Source: /proc, so Linux only. */
export function memoryMbOf(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Open files and sockets of a process. Source: /proc, so Linux only. */
export function openFilesOf(pid: number | undefined): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

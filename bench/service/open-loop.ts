import { Pool } from 'undici'

export interface LoadOptions {
  /** Base address of the server. */
  readonly url: string
  /** Path and headers of the n-th request. */
  readonly request: (index: number) => { readonly path: string; readonly headers: Readonly<Record<string, string>> }
  readonly perSecond: number
  readonly seconds: number
  /** Connections; requests that find none free wait, and that time counts. */
  readonly connections: number
}

export interface LoadReport {
  readonly sent: number
  /** Answers by status; 0 for those that had none. */
  readonly statuses: ReadonlyMap<number, number>
  readonly perSecond: number
  /** From when a request was due to the end of its answer. Unit: ms. */
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const TICK_MS = 5

/** Sends requests when they are due, whether or not earlier ones were answered. */
export async function runOpenLoop({ url, request, perSecond, seconds, connections }: LoadOptions): Promise<LoadReport> {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })
  const statuses = new Map<number, number>()
  const latencies: number[] = []
  const running = new Set<Promise<void>>()
  const total = Math.round(perSecond * seconds)
  const start = performance.now()

  const send = async (index: number): Promise<void> => {
    const due = start + (index * 1000) / perSecond
    let status = 0
    try {
      const { path, headers } = request(index)
      const answer = await pool.request({ path, method: 'GET', headers })
      status = answer.statusCode
      await answer.body.dump({ limit: 10_000_000 })
    } catch {
      status = 0
    }
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
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(running)
  const elapsed = performance.now() - start
  await pool.close()
  const sorted = latencies.toSorted((left, right) => left - right)
  const quantile = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return {
    sent,
    statuses,
    perSecond: (sent / elapsed) * 1000,
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: sorted.at(-1) ?? 0,
  }
}

/**
 * Loads a server with product requests, openly: they are sent when they are
 * due. Bounded, over loopback, ending by itself. Says what each costs the
 * server, which other work on the machine changes less than the rate.
 *
 * Usage: npm run bench:load [-- REQUESTS_PER_SECOND [SECONDS]]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOpenLoop, type LoadReport } from './open-loop.ts'
import { createKeys, startServer } from './server-process.ts'

const perSecond = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 15)
/** Products that are asked for in turn: their pages are warm, their records are read each time. */
const PRODUCTS = 200
const CONNECTIONS = 64
/** Each thread compiles while it works: its first 7,000 pages or so cost up to twice as much. */
const WARM_UP_SECONDS = 60
/** Unit of the times in /proc: ms. */
const TICK_MS = 10

function print(what: string, { sent, perSecond: rate, statuses, p50, p99, max }: LoadReport): void {
  const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  const times = [p50, p99, max].map((ms) => `${ms.toFixed(1)} ms`)
  console.log(
    `${what}: ${sent} requests, ${rate.toFixed(0)}/s; ${counts}; p50 ${times[0]}, p99 ${times[1]}, max ${times[2]}`,
  )
}

/** What a process has used of all processors. Unit: ms. Source: /proc, of Linux alone. */
function cpuMsOf(pid: number | undefined): number {
  const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(times[11]) + Number(times[12])) * TICK_MS
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-load-'))
const server = await startServer(directory)
try {
  const { workspace, keys } = await createKeys(server, 4)
  const pathOf = (index: number): string =>
    `/api/v1/market/product?domain=com&query=B0L0AD${String(index % PRODUCTS).padStart(4, '0')}`
  const request = (index: number) => ({
    path: pathOf(index),
    headers: { authorization: `Bearer ${keys[index % keys.length]}` },
  })
  const common = { url: server.url, request, connections: CONNECTIONS }
  print('warm-up', await runOpenLoop({ ...common, perSecond: perSecond / 2, seconds: WARM_UP_SECONDS }))
  const cpuMs = cpuMsOf(server.child.pid)
  const report = await runOpenLoop({ ...common, perSecond, seconds })
  print('products', report)
  const cost = (cpuMsOf(server.child.pid) - cpuMs) / report.sent
  console.log(`a product costs the server ${cost.toFixed(2)} ms of processor`)
  print(
    'rejected keys',
    await runOpenLoop({
      ...common,
      request: (index) => ({
        path: pathOf(index),
        headers: { authorization: `Bearer svc_live_${String(index).padStart(44, '0')}` },
      }),
      perSecond: perSecond * 2,
      seconds: 5,
    }),
  )
  const today = new Date().toISOString().slice(0, 10)
  const usage = (await server.administrate('usage.read', { workspace, from: today, to: today })) as {
    charges: number
  }[]
  console.log(
    `charged: ${usage.reduce((sum, { charges }) => sum + charges, 0)}; ledger:`,
    await server.administrate('ledger.check', {}),
  )
} finally {
  await server.stop()
  rmSync(directory, { recursive: true })
}

/**
 * Sends product requests to a server at a fixed rate, whether or not earlier ones were
 * answered, and measures the response times and the processor time of a request. The
 * processor time depends less on other work of the machine than the rate does.
 *
 * With `full`, the pages are as large as real ones, and come from a marketplace over loopback: the simulated one,
 * in a process of its own.
 *
 * Usage: npm run bench -- load [REQUESTS_PER_SECOND [SECONDS [full]]]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tellMeasured, type Figure } from '../result.ts'
import { cpuMsOf, printLoad, runLoad, type LoadReport } from './request-load.ts'
import { createKeys, loadSettings, startMarketplace, startServer } from './services.ts'

const perSecond = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 15)
/** In each thread, the first 7,000 small pages or so cost up to twice as much, until their code is compiled. */
const WARM_UP_SECONDS = 60
/** Large pages compile the code sooner. */
const WARM_UP_LARGE_PAGES = 2000
/** Times that the products are requested: the spread between them says how far the figures can be trusted. */
const ROUNDS = 3

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-load-'))
const upstream = process.argv[4] === 'full' ? await startMarketplace() : null
const server = await startServer(directory, loadSettings(upstream))
try {
  const { workspace, keys } = await createKeys(server, 4)
  const { url } = server
  const keyOf = (index: number): string => keys[index % keys.length] ?? ''
  const warmUp =
    upstream === null
      ? { perSecond: perSecond / 2, seconds: WARM_UP_SECONDS }
      : { perSecond, seconds: WARM_UP_LARGE_PAGES / perSecond }
  printLoad('warm-up', await runLoad({ url, keyOf, ...warmUp }))
  const rounds: (LoadReport & { readonly cost: number })[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const cpuMs = cpuMsOf(server.process.pid())
    const report = await runLoad({ url, keyOf, perSecond, seconds })
    printLoad('products', report)
    const cost = (cpuMsOf(server.process.pid()) - cpuMs) / report.sent
    console.log(`a product costs the server ${cost.toFixed(2)} ms of processor time`)
    rounds.push({ ...report, cost })
  }
  const figureOf = (name: string, unit: string, field: 'perSecond' | 'p50' | 'p99' | 'cost'): Figure => ({
    name,
    unit,
    rounds: rounds.map((round) => round[field]),
  })
  tellMeasured({
    figures: [
      figureOf('answers a second', '1/s', 'perSecond'),
      figureOf('response time, median', 'ms', 'p50'),
      figureOf('response time, 99th percentile', 'ms', 'p99'),
      figureOf('processor time of a request', 'ms', 'cost'),
    ],
  })
  const unknownKey = (index: number): string => `svc_live_${String(index).padStart(44, '0')}`
  printLoad('unknown keys', await runLoad({ url, keyOf: unknownKey, perSecond: perSecond * 2, seconds: 5 }))
  const today = new Date().toISOString().slice(0, 10)
  const usage = await server.administrate('usage.read', { workspace, from: today, to: today })
  console.log(
    `charged: ${usage.reduce((sum, { charges }) => sum + charges, 0)}; ledger:`,
    await server.administrate('ledger.check', {}),
  )
} finally {
  await server.process.stop()
  await upstream?.process.stop()
  rmSync(directory, { recursive: true })
}

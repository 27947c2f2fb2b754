/**
 * Renders simulated pages through the service, and kills the browser again and again. Fails when a
 * request ends without a record and without a documented error, when a record is not that of the
 * rendered page, when the ledger does not hold exactly the charges of the records, or when a page of
 * the browser stays open.
 *
 * Usage: npm run bench -- renders [RENDERS [KILLS [MINUTES]]]. `CHROMIUM` names the browser.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { request } from 'undici'
import { generateProduct } from '../../adapters/sandbox/index.ts'
import { findMagicAsin } from '../../adapters/sandbox/records/product/magic.ts'
import { ERRORS } from '../../core/contract/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { ASKED_PATH } from './asked-record.ts'
import { listDescendants } from './process-tree.ts'
import { createKeys, startServer } from './services.ts'

const [renders = 10_000, kills = 20, minutes = 60] = process.argv.slice(2).map(Number)
const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const CLIENTS = 8
/** Every tenth page is pictured. */
const PICTURED = 10
const REPORTS = 10

const ASINS = ['B0JSPRICE0', 'B0JSSHIP00', 'B0JSFAMILY', 'B0JSPAGE00']
const pages = [...marketplaces.keys()].flatMap((domain) => ASINS.map((asin) => ({ asin, domain })))

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-renders-'))
const server = await startServer(directory, {
  SHELFMARK_BROWSER_PATH: program,
  SHELFMARK_BROWSER_SANDBOX: process.getuid?.() === 0 ? 'off' : 'on',
  SHELFMARK_BROWSER_PAGES: String(CLIENTS),
  SHELFMARK_WORKERS: '1',
})

const counts = { sent: 0, records: 0, errors: new Map<string, number>(), wrong: 0, lost: 0, kills: 0, charged: 0 }
const startMs = performance.now()
const isOver = (): boolean => counts.sent >= renders || performance.now() - startMs > minutes * 60_000

/** The browsers that the server has started. A browser that is replaced ends with its last page. */
const browsers = () =>
  listDescendants(server.process.pid() ?? 0).filter(({ command }) => command.includes('--remote-debugging-pipe'))

function treeMegabytes(): number {
  const bytes = listDescendants(server.process.pid() ?? 0).reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  return Math.round(bytes / 1e6)
}

async function readMetric(name: string): Promise<number> {
  const text = await (await request(`${server.adminUrl}/metrics`)).body.text()
  return [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
}

async function report(): Promise<void> {
  const { sent, records, errors, wrong, lost } = counts
  const rows = {
    'requests sent': sent,
    records,
    'documented errors': [...errors].map(([name, count]) => `${name} ${count}`).join(', ') || 'none',
    'records of another page': wrong,
    'requests without an answer': lost,
    'browsers killed': counts.kills,
    'browsers started': await readMetric('shelfmark_browser_starts_total'),
    'pages open in the browser': await readMetric('shelfmark_browser_pages_open'),
    'processes of browsers': listDescendants(server.process.pid() ?? 0).length,
    'memory of browsers, MB': treeMegabytes(),
    'memory of the server, MB': Math.round((await readMetric('shelfmark_process_resident_memory_bytes')) / 1e6),
    'records a second': Number((records / ((performance.now() - startMs) / 1000)).toFixed(2)),
  }
  console.log(
    Object.entries(rows)
      .map(([name, value]) => `${name.padEnd(28)}${value}`)
      .join('\n') + '\n',
  )
}

async function ask(key: string, index: number): Promise<void> {
  const { asin, domain } = pages[index % pages.length] as (typeof pages)[number]
  const isPictured = index % PICTURED === 0
  const url = `${server.url}${ASKED_PATH}?query=${asin}&domain=${domain}&render_js=1${isPictured ? '&screenshot=1' : ''}`
  const answer = await request(url, {
    headers: { authorization: `Bearer ${key}` },
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  })
  const body = (await answer.body.json()) as { error?: keyof typeof ERRORS; screenshot?: string }
  if (answer.statusCode !== 200) {
    const isKnown = body.error !== undefined && ERRORS[body.error].status === answer.statusCode
    const name = isKnown ? String(body.error) : `NOT DOCUMENTED ${answer.statusCode}`
    counts.errors.set(name, (counts.errors.get(name) ?? 0) + 1)
    return
  }
  counts.records++
  counts.charged += isPictured ? 15 : 10
  const { screenshot, ...record } = body
  const truth = generateProduct({ asin, domain, ...findMagicAsin(asin)?.page })
  if (!isDeepStrictEqual(record, { ...truth.record }) || (screenshot !== undefined) !== isPictured) counts.wrong++
}

async function runClient(key: string): Promise<void> {
  while (!isOver()) {
    const index = counts.sent++
    await ask(key, index).catch(() => counts.lost++)
    if (counts.kills < kills && index >= ((counts.kills + 1) * renders) / (kills + 1)) {
      counts.kills++
      for (const { pid } of browsers()) process.kill(pid, 'SIGKILL')
    }
    if (index > 0 && index % Math.ceil(renders / REPORTS) === 0) await report()
  }
}

try {
  const { workspace, keys } = await createKeys(server, 1)
  const key = keys[0] ?? ''
  await ask(key, 0)
  console.log('after the first page')
  await report()
  await Promise.all(Array.from({ length: CLIENTS }, () => runClient(key)))
  console.log('at the end')
  await report()
  const usage = await server.administrate('usage.read', { workspace, from: '2020-01-01', to: '2099-12-31' })
  const credits = usage.reduce((sum, day) => sum + day.credits, 0)
  const ledger = await server.administrate('ledger.check', {})
  console.log(
    `credits charged: ${credits}; of the records: ${counts.charged}; ledger differences: ${ledger.differences.length}`,
  )
  const areKnown = [...counts.errors.keys()].every((name) => !name.startsWith('NOT'))
  const isRight =
    areKnown &&
    counts.wrong + counts.lost + (await readMetric('shelfmark_browser_pages_open')) === 0 &&
    credits === counts.charged &&
    ledger.differences.length === 0
  if (!isRight) process.exitCode = 1
} finally {
  await server.process.stop()
  rmSync(directory, { recursive: true })
}

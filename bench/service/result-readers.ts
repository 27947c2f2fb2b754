/**
 * Measures what slow readers of results of one workspace do to another: the memory of the
 * server, and the time in which the other workspace reads its batch.
 *
 * Usage: npm run bench -- readers [READERS] [CODING]
 *
 * CODING: `gzip` or `br`, the slow readers accept it. Default: none.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { ASKED_RECORD } from './asked-record.ts'
import { BatchClient } from './batch-client.ts'
import { createKeys, startServer } from './services.ts'

const READERS = Number(process.argv[2] ?? 320)
const CODING = process.argv[3] ?? 'identity'
const ITEMS = 300
const PAGE_BYTES = 300_000
const POLLS = 20
const ASIN = 'B0BATCH001'

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-bench-'))
const pages = join(directory, 'pages')
mkdirSync(join(pages, `com/${ASKED_RECORD}`), { recursive: true })
const html = renderProduct(generateProduct({ asin: ASIN, domain: 'com' }), { weight: 'light' })
writeFileSync(join(pages, `com/${ASKED_RECORD}/${ASIN}.html`), html.padEnd(PAGE_BYTES, ' filler'))

/** Memory of a process. Unit: MB. Source: /proc, so Linux only. */
function memoryOf(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): string {
  try {
    const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return `${Math.round(Number(kilobytes) / 1024)} MB`
  } catch {
    return 'the process has ended'
  }
}

/** Asks for all results, and reads nothing of the answer. */
function openSlowReader(url: string, key: string, id: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  socket.write(
    `GET /api/v1/market/batch/${id} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${CODING}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  )
  return socket.pause()
}

const environment = {
  SHELFMARK_SOURCE: 'directory',
  SHELFMARK_PAGES: pages,
  SHELFMARK_BATCH_INTERVAL_MS: '500',
  SHELFMARK_BATCH_ITEMS: '1000',
}
const server = await startServer(join(directory, 'data'), environment)
const sockets: Socket[] = []
try {
  const pid = server.process.pid()
  const [attacker, victim] = [await createKeys(server, 1), await createKeys(server, 1)]
  const items = Array.from({ length: ITEMS }, () => ({ query: ASIN, add_html: true }))
  const batches = await Promise.all(
    [attacker, victim].map(async ({ keys: [key = ''] }) => {
      const client = new BatchClient([server.url], key)
      const { id } = await client.create('batch', items, null)
      while ((await client.poll(id, false)).status !== 'complete') await sleep(200)
      return { key, id, client }
    }),
  )
  const [attack, own] = batches
  if (attack === undefined || own === undefined) throw new Error('There are two workspaces.')
  process.stdout.write(`before: ${memoryOf(pid, 'VmRSS')}\n`)
  for (let at = 0; at < READERS; at++) sockets.push(openSlowReader(server.url, attack.key, attack.id))
  await sleep(1000)
  const times: number[] = []
  for (let at = 0; at < POLLS; at++) {
    const start = performance.now()
    // Two results: what a client reads while its batch runs.
    const answer = await fetch(`${server.url}/api/v1/market/batch/${own.id}?limit=2`, {
      headers: { Authorization: `Bearer ${own.key}` },
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null)
    const isRead = answer !== null && answer.ok && (await answer.text().catch(() => null)) !== null
    times.push(isRead ? performance.now() - start : Infinity)
  }
  times.sort((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((share) => Math.round(times[Math.ceil(share * times.length) - 1] ?? NaN))
  process.stdout.write(
    `with ${READERS} slow readers: ${memoryOf(pid, 'VmRSS')}, at most ${memoryOf(pid, 'VmHWM')}; reads of the other workspace: p50 ${p50} ms, p99 ${p99} ms\n`,
  )
} finally {
  for (const socket of sockets) socket.destroy()
  await server.process.kill()
  rmSync(directory, { recursive: true, force: true })
}

/**
 * Renders pages that flood the browser, and asks the server for its health meanwhile. Fails when an
 * answer exceeds the time limit of a page, is no documented error, or when the server stalls.
 *
 * Usage: npm run bench -- hostile [REQUESTS [NAME]]. `CHROMIUM` names the browser.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { ERRORS } from '../../core/contract/index.ts'
import { ASKED_PATH } from './asked-record.ts'
import { createKeys, startServer } from './services.ts'

const requests = Number(process.argv[2] ?? 2)
const only = process.argv[3]
/** The limit of a page, and a second for the rest of the request. Unit: ms. */
const LIMIT_MS = 46_000
/** Longest time without an answer to a question that costs nothing. Unit: ms. */
const STALL_MS = 1000
const PROBE_MS = 20

const forever = (work: string): string => `<script>const flood = () => { ${work}; setTimeout(flood) }; flood()</script>`
/** Each does its harm as fast as it can, and goes on after its document was read. */
const ATTACKS: Readonly<Record<string, string>> = {
  harmless: '<p>nothing</p>',
  hash: `<script>for (let i = 0; i < 200000; i++) location.hash = i</script>`,
  history: `<script>for (let i = 0; i < 200000; i++) history.pushState(0, '', '/x' + i)</script>`,
  requests: forever(`for (let i = 0; i < 2000; i++) fetch('/x' + Math.random()).catch(() => 0)`),
  images: forever(`for (let i = 0; i < 2000; i++) new Image().src = '/x' + Math.random()`),
  bodies: forever(`fetch('/x' + Math.random(), { method: 'POST', body: 'x'.repeat(2e7) }).catch(() => 0)`),
  console: forever(`for (let i = 0; i < 5000; i++) console.log('x'.repeat(1000), { i })`),
  errors: forever(`for (let i = 0; i < 5000; i++) Promise.reject(new Error('x'.repeat(1000)))`),
  dialogs: `<script>for (;;) alert('x')</script>`,
  frames: forever(`for (let i = 0; i < 200; i++) document.body.append(document.createElement('iframe'))`),
  workers: forever(`for (let i = 0; i < 20; i++) new Worker(URL.createObjectURL(new Blob(['setInterval(() => 0)'])))`),
  sockets: forever(`for (let i = 0; i < 50; i++) new WebSocket('wss://www.amazon.de/' + Math.random())`),
  windows: forever(`for (let i = 0; i < 20; i++) open('about:blank')`),
}
const names = Object.keys(ATTACKS).filter((name) => only === undefined || name === only)
const asinOf = (name: string): string => `B0${name.toUpperCase()}`.padEnd(10, '0').slice(0, 10)

const marketplace = createServer(({ url = '' }, response) => {
  const attack = names.find((name) => url.includes(asinOf(name)))
  response.setHeader('Content-Type', attack === undefined ? 'application/json' : 'text/html; charset=utf-8')
  response.end(attack === undefined ? '{}' : `<!doctype html><body>${ATTACKS[attack]}`)
})
marketplace.listen(0, '127.0.0.1')
await once(marketplace, 'listening')

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-hostile-'))
const server = await startServer(directory, {
  SHELFMARK_SOURCE: 'live',
  SHELFMARK_UPSTREAM: `*=http://127.0.0.1:${(marketplace.address() as AddressInfo).port}`,
  SHELFMARK_BROWSER_PATH: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  SHELFMARK_BROWSER_SANDBOX: process.getuid?.() === 0 ? 'off' : 'on',
  SHELFMARK_WORKERS: '1',
})

interface Outcome {
  readonly ms: number
  readonly error: string
}

async function ask(name: string, key: string): Promise<Outcome> {
  const startMs = performance.now()
  const url = `${server.url}${ASKED_PATH}?query=${asinOf(name)}&domain=de&render_js=1`
  const limits = { headersTimeout: 180_000, bodyTimeout: 180_000 }
  const answer = await request(url, { headers: { authorization: `Bearer ${key}` }, ...limits })
  const { error } = (await answer.body.json()) as { error?: keyof typeof ERRORS }
  const isKnown = error !== undefined && ERRORS[error].status === answer.statusCode
  return { ms: performance.now() - startMs, error: isKnown ? error : `NOT DOCUMENTED ${answer.statusCode}` }
}

/** Asks for the health of the server until the signal is aborted. Gives the longest time to an answer. Unit: ms. */
async function measureStalls(signal: AbortSignal): Promise<number> {
  let longestMs = 0
  while (!signal.aborted) {
    const startMs = performance.now()
    await (await request(`${server.url}/livez`, { headersTimeout: 180_000 })).body.dump()
    longestMs = Math.max(longestMs, performance.now() - startMs)
    await sleep(PROBE_MS)
  }
  return longestMs
}

try {
  const { keys } = await createKeys(server, 1)
  for (const name of names) {
    const end = new AbortController()
    const measuring = measureStalls(end.signal)
    const outcomes = await Promise.all(Array.from({ length: requests }, () => ask(name, keys[0] ?? '')))
    end.abort()
    const stallMs = await measuring
    const slowestMs = Math.max(...outcomes.map(({ ms }) => ms))
    const errors = [...new Set(outcomes.map(({ error }) => error))].join(', ')
    const isRight = slowestMs <= LIMIT_MS && stallMs <= STALL_MS && !errors.includes('NOT')
    if (!isRight) process.exitCode = 1
    const seconds = (slowestMs / 1000).toFixed(1)
    console.log(
      `${name.padEnd(12)}answer ${seconds.padStart(5)} s   stall ${stallMs.toFixed(0).padStart(6)} ms   ${errors}`,
    )
  }
} finally {
  await server.process.stop()
  marketplace.close()
  marketplace.closeAllConnections()
  rmSync(directory, { recursive: true })
}

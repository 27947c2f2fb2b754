/**
 * Measures the requests of one workspace beside a neighbor on the plan free who attacks: quiet, then each attack
 * in turn. A second workspace holds the connections of its requests open, writes what costs nothing, or repeats
 * one idempotency key; operators make backups all the while.
 *
 * Usage: npm run bench -- neighbors [MINUTES [SECONDS_A_PHASE [REQUESTS_PER_SECOND]]]
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { builtInPages, startSandbox } from '../../adapters/sandbox/server/index.ts'
import { ASKED_ENDPOINT, ASKED_PATH } from './asked-record.ts'
import { findFreePort } from './processes.ts'
import { printLoad, runLoad, type LoadReport } from './request-load.ts'
import { createKeys, startServer, type Server } from './services.ts'

const minutes = Number(process.argv[2] ?? 4)
const seconds = Number(process.argv[3] ?? 20)
const perSecond = Number(process.argv[4] ?? 20)
/** Keys of the attacker, which is as many as a workspace can have. */
const KEYS = 20
const AT_ONCE = 150
/** Products of the attacker whose pages never come. */
const HANGS = 'B0HANG'
const PAGE_MS = 20
/** A new server is slower: without these requests, the first attacks look worse than they are. */
const WARM_UP = { perSecond: 50, seconds: 30 }

const dispatcher = new Agent({ connections: 600, headersTimeout: 120_000, bodyTimeout: 120_000 })

interface Attacker {
  readonly url: string
  readonly live: readonly string[]
  readonly test: readonly string[]
}

type Attack = (attacker: Attacker, signal: AbortSignal) => Promise<void>

/** Sends a request, and gives its status; 0 without an answer. */
async function send(url: string, key: string, signal: AbortSignal, name?: string, body?: object): Promise<number> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(name === undefined ? {} : { 'idempotency-key': name }),
  }
  const method = body === undefined ? 'GET' : 'POST'
  try {
    const answer = await request(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher,
      signal,
    })
    await answer.body.dump({ limit: 10_000_000 })
    return answer.statusCode
  } catch {
    return 0
  }
}

/** Repeats work in lines of their own until the signal is aborted. A line that was refused waits. */
async function repeat(lines: number, signal: AbortSignal, work: (line: number) => Promise<number>): Promise<void> {
  const run = async (_: unknown, line: number): Promise<void> => {
    while (!signal.aborted) if ([0, 429, 503].includes(await work(line))) await sleep(200)
  }
  await Promise.all(Array.from({ length: lines }, run))
}

const keyAt = (keys: readonly string[], line: number): string => keys[line % keys.length] ?? ''
const random = (): string => randomUUID().slice(0, 4).toUpperCase()

const ATTACKS: Readonly<Record<string, Attack>> = {
  '200 requests that hang': ({ url, live }, signal) =>
    repeat(200, signal, (line) => send(`${url}${ASKED_PATH}?query=${HANGS}${random()}`, keyAt(live, line), signal)),
  'keys and batches that cost nothing': ({ url, test }, signal) =>
    repeat(2 * KEYS, signal, (line) =>
      line % 2 === 0
        ? send(`${url}${ASKED_PATH}?query=B0GONE0404`, keyAt(test, line / 2), signal, randomUUID().repeat(7))
        : send(`${url}/api/v1/market/batch`, keyAt(test, (line - 1) / 2), signal, randomUUID(), {
            endpoint: ASKED_ENDPOINT,
            items: [{ query: 'B0GONE0404' }],
          }),
    ),
  'one key, many times at once': ({ url, live }, signal) =>
    repeat(1, signal, async () => {
      const name = randomUUID()
      const target = `${url}${ASKED_PATH}?query=B0ONCE${random()}`
      const all = Array.from({ length: AT_ONCE }, (_, line) => send(target, keyAt(live, line), signal, name))
      return Math.min(...(await Promise.all(all)))
    }),
}

/** A marketplace that is simulated, but for products that hang. */
async function startUpstream(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const sandbox = await startSandbox({ pages: builtInPages, weight: 'light', faults: `delay=${PAGE_MS}` })
  const server: HttpServer = createServer((asked, answer) => {
    if (asked.url?.includes(HANGS)) return
    void forward(`http://127.0.0.1:${sandbox.port}${asked.url}`, answer)
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await sandbox.close()
    },
  }
}

async function forward(url: string, answer: ServerResponse): Promise<void> {
  const page = await fetch(url)
  answer.writeHead(page.status, { 'content-type': page.headers.get('content-type') ?? 'text/html' })
  answer.end(Buffer.from(await page.arrayBuffer()))
}

async function createAttacker({ url, administrate }: Server): Promise<Attacker> {
  const create = async (kind: 'live' | 'test'): Promise<readonly string[]> => {
    const { id } = await administrate('workspaces.create', { name: kind })
    const keys: string[] = []
    for (let count = 0; count < KEYS; count++) {
      keys.push((await administrate('keys.create', { workspace: id, kind, name: `${count}` })).fullKey)
    }
    return keys
  }
  return { url, live: await create('live'), test: await create('test') }
}

/** Makes backups, one after the other. */
async function backUp({ administrate }: Server, directory: string, signal: AbortSignal): Promise<void> {
  for (let count = 0; !signal.aborted; count++) {
    const file = join(directory, `backup-${count}`)
    await administrate('store.backup', { file })
    rmSync(file)
    await sleep(1000)
  }
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-neighbors-'))
const upstream = await startUpstream()
const server = await startServer(directory, { SHELFMARK_SOURCE: 'live', SHELFMARK_UPSTREAM: `*=${upstream.url}` })
try {
  const { keys } = await createKeys(server, 1)
  const attacker = await createAttacker(server)
  const load = { url: server.url, keyOf: () => keyAt(keys, 0) }
  const measure = (): Promise<LoadReport> => runLoad({ ...load, perSecond, seconds })
  await runLoad({ ...load, ...WARM_UP })
  const attacks: readonly (readonly [string, Attack])[] = [
    ...Object.entries(ATTACKS),
    ['backups all the while', (_, signal) => backUp(server, directory, signal)],
  ]
  const worst = new Map<string, number>()
  const until = performance.now() + minutes * 60_000
  do {
    for (const [name, attack] of attacks) {
      const quiet = await measure()
      printLoad('quiet', quiet)
      const end = new AbortController()
      setMaxListeners(0, end.signal)
      const attacking = attack(attacker, end.signal)
      await sleep(1000)
      const beside = await measure()
      end.abort()
      await attacking
      printLoad(name, beside)
      const ratio = beside.p99 / quiet.p99
      console.log(`  99th percentile: ${ratio.toFixed(2)} times the quiet one before`)
      worst.set(name, Math.max(ratio, worst.get(name) ?? 0))
      await sleep(2000)
    }
  } while (performance.now() < until)
  for (const [name, ratio] of worst) console.log(`worst, ${name}: ${ratio.toFixed(2)}`)
  console.log('ledger:', await server.administrate('ledger.check', {}))
} finally {
  await server.process.stop()
  await upstream.close()
  await dispatcher.close()
  rmSync(directory, { recursive: true })
}

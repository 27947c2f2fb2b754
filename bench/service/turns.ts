/**
 * Measures how long a workspace waits for a product of a slow marketplace, while another one
 * has 0, 50 and 185 requests in flight.
 *
 * Usage: npm run bench -- turns [ms a page]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { builtInPages, startSandbox } from '../../adapters/sandbox/server/index.ts'
import { ASKED_PATH } from './asked-record.ts'
import { createKeys, startServer } from './services.ts'

const PAGE_MS = Number(process.argv[2] ?? 5000)
const IN_FLIGHT = [0, 50, 185]
const VICTIMS = 5

const dispatcher = new Agent({ connections: 400, headersTimeout: 120_000 })

interface Outcome {
  readonly status: number
  readonly ms: number
}

async function ask(url: string, key: string, asin: string): Promise<Outcome> {
  const start = performance.now()
  const headers = { authorization: `Bearer ${key}` }
  const answer = await request(`${url}${ASKED_PATH}?query=${asin}`, { headers, dispatcher })
  await answer.body.dump({ limit: 10_000_000 })
  return { status: answer.statusCode, ms: performance.now() - start }
}

async function measure(count: number, upstream: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-turns-'))
  const server = await startServer(directory, { SHELFMARK_SOURCE: 'live', SHELFMARK_UPSTREAM: `*=${upstream}` })
  try {
    const [one = '', other = ''] = [(await createKeys(server, 1)).keys[0], (await createKeys(server, 1)).keys[0]]
    const load = Array.from({ length: count }, (_, index) =>
      ask(server.url, one, `B0LOAD${String(index).padStart(4, '0')}`),
    )
    await sleep(PAGE_MS / 2)
    const victims: Outcome[] = []
    for (let index = 0; index < VICTIMS; index++) victims.push(await ask(server.url, other, `B0VICTIM0${index}`))
    const statuses = new Map<number, number>()
    for (const { status } of await Promise.all(load)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const times = victims.map(({ status, ms }) => `${status} ${(ms / 1000).toFixed(1)} s`)
    const counts = [...statuses].map(([status, times]) => `${status}: ${times}`)
    console.log(`${count} in flight (${counts.join(', ')}); the other one: ${times.join(', ')}`)
  } finally {
    await server.process.stop()
    rmSync(directory, { recursive: true })
  }
}

const sandbox = await startSandbox({ pages: builtInPages, weight: 'light', faults: `delay=${PAGE_MS}` })
for (const count of IN_FLIGHT) await measure(count, `http://127.0.0.1:${sandbox.port}`)
await sandbox.close()
await dispatcher.close()

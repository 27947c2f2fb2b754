/**
 * Posts bodies that are costly to parse with one key, and measures the response times of another
 * caller meanwhile.
 *
 * Usage: npm run bench -- bodies
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ASKED_PATH } from './asked-record.ts'
import { createKeys, startServer, type Server } from './services.ts'

/** Bodies that are posted at the same time: an idle key of the plan Free may send 26 requests. */
const BODIES = 13
const ROUNDS = 5
/** About the largest body that is accepted. Unit: bytes. */
const BODY_BYTES = 8 * 1024 * 1024 - 1024
const WARM_UP_REQUESTS = 500
/** Requests of the other caller are due at this interval, whether or not earlier ones were answered. Unit: ms. */
const INTERVAL_MS = 50
const MEASURED_MS = 6000

async function ask({ url }: Server, key: string, index: number): Promise<void> {
  const query = `B0L0AD${String(index % 100).padStart(4, '0')}`
  const answer = await fetch(`${url}${ASKED_PATH}?domain=com&query=${query}`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`a product was answered with ${answer.status}`)
}

/** Gives the status of the answer; 0 without an answer, as when the server stops reading. */
async function post({ url }: Server, key: string, body: Buffer<ArrayBuffer>): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const answer = fetch(`${url}/api/v1/market/batch`, { method: 'POST', headers, body })
  return answer.then(
    ({ status }) => status,
    () => 0,
  )
}

/** Response times of the other caller, in ms: median, 99th percentile, maximum. */
async function measure(server: Server, key: string): Promise<string> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const start = performance.now()
  for (let index = 0; index * INTERVAL_MS < MEASURED_MS; index++) {
    const due = start + index * INTERVAL_MS
    await sleep(Math.max(0, due - performance.now()))
    running.push(ask(server, key, index).then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(running)
  times.sort((left, right) => left - right)
  const at = (share: number): string =>
    `${(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(0)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}`
}

async function attack(server: Server, key: string, body: Buffer<ArrayBuffer>): Promise<string> {
  const statuses = new Map<number, number>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const status of await Promise.all(Array.from({ length: BODIES }, () => post(server, key, body)))) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  return [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-bodies-'))
const server = await startServer(directory)
try {
  const [victim = '', attacker = ''] = (await createKeys(server, 2)).keys
  for (let index = 0; index < WARM_UP_REQUESTS; index++) await ask(server, victim, index)
  console.log(`alone: ${await measure(server, victim)}`)
  for (const [name, bytes] of [
    ['of 8 MiB', BODY_BYTES],
    ['of 3 MiB', 3 * 1024 * 1024],
  ] as const) {
    const attacking = attack(server, attacker, Buffer.alloc(bytes, '['))
    const times = await measure(server, victim)
    console.log(`while ${BODIES} bodies of [[[[ ${name} are posted, ${ROUNDS} times: ${times} (${await attacking})`)
  }
} finally {
  await server.process.stop()
  rmSync(directory, { recursive: true })
}

/**
 * Stops a server with SIGTERM under load, again and again, and counts connections that were
 * reset or refused and answers that were cut. Clients keep their connections open. They send no
 * more requests once the server is not ready, as behind a load balancer that asks every 250 ms.
 * Fails when one of them got no whole answer.
 *
 * Usage: npm run bench -- stops [STOPS [DRAIN_WAIT_MS]]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ASKED_PATH } from './asked-record.ts'
import { createKeys, startServer } from './services.ts'

const stops = Number(process.argv[2] ?? 10)
/** Default: that of the server. */
const drainWaitMs = process.argv[3] ?? '3000'
const CLIENTS = 8
const LOAD_MS = 2000
const HEALTH_CHECK_MS = 250

/** Status of an answer that arrived whole. Rejects: there is none. */
function ask(url: string, agent: Agent, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = get(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.once('error', reject)
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    outgoing.once('error', reject)
  })
}

/** Longest time from a signal until the clients knew that the server is not ready. Beyond the drain wait, they are too late. */
let noticedMs = 0
const outcomes = new Map<string, number>()
function count(outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-stops-'))
const server = await startServer(directory, { SHELFMARK_DRAIN_WAIT_MS: drainWaitMs })
try {
  const { keys } = await createKeys(server, CLIENTS)
  for (let stop = 0; stop < stops; stop++) {
    if (stop > 0) await server.process.start()
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
    const left = new AbortController()
    let stoppedMs = Infinity
    const watch = async (): Promise<void> => {
      while (!left.signal.aborted) {
        const own = new Agent()
        const status = await ask(`${server.url}/readyz`, own).catch(() => 0)
        own.destroy()
        if (status !== 200) left.abort()
        else await sleep(HEALTH_CHECK_MS)
      }
      noticedMs = Math.max(noticedMs, performance.now() - stoppedMs)
    }
    const client = async (first: number): Promise<void> => {
      for (let index = first; !left.signal.aborted; index += CLIENTS) {
        const url = `${server.url}${ASKED_PATH}?query=B0L0AD${String(index % 200).padStart(4, '0')}`
        const asked = ask(url, agent, { authorization: `Bearer ${keys[first]}` })
        count(await asked.then(String, (error: NodeJS.ErrnoException) => error.code ?? error.message))
      }
    }
    const clients = [watch(), ...Array.from({ length: CLIENTS }, (_, first) => client(first))]
    await sleep(LOAD_MS)
    stoppedMs = performance.now()
    await server.process.stop()
    await Promise.all(clients)
    agent.destroy()
  }
  console.log(`${stops} stops:`, Object.fromEntries(outcomes))
  console.log(`clients knew of a stop after ${Math.round(noticedMs)} ms at most, of ${drainWaitMs} ms`)
  if ([...outcomes.keys()].some((outcome) => outcome !== '200')) process.exitCode = 1
} finally {
  await server.process.stop()
  rmSync(directory, { recursive: true })
}

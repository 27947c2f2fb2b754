import { Pool } from 'undici'
import { ASKED_PATH } from '../../bench/service/asked-record.ts'
import type { Server } from '../../bench/service/services.ts'

/** What clients know of a server that was killed. */
export interface KilledLoad {
  /** Answers with status 200 that arrived whole. */
  readonly answers: number
  /** Credits that these answers say they cost. */
  readonly credits: number
  /** Requests that got no whole answer. */
  readonly lost: number
}

interface LoadOptions {
  readonly keys: readonly string[]
  /** Clients that send one request after the other: as many requests are in flight at most. */
  readonly clients: number
  /** The server is killed as soon as so many answers have arrived. */
  readonly killAfter: number
}

/** Sends requests to a server, kills it (SIGKILL) in between, and waits until every client has noticed. */
export async function loadUntilKilled(server: Server, { keys, clients, killAfter }: LoadOptions): Promise<KilledLoad> {
  const load = { answers: 0, credits: 0, lost: 0 }
  const pool = new Pool(server.url, { connections: clients, pipelining: 1 })
  const kills: Promise<void>[] = []
  const runClient = async (client: number): Promise<void> => {
    for (let index = 0; ; index++) {
      const asin = `B0CRASH${String((client * 7 + index) % 1000).padStart(3, '0')}`
      const headers = { authorization: `Bearer ${keys[client % keys.length]}` }
      const answer = await ask(pool, `${ASKED_PATH}?query=${asin}`, headers)
      if (answer === null) {
        load.lost++
        return
      }
      if (answer.status !== 200) continue
      load.answers++
      load.credits += answer.credits
      if (load.answers === killAfter) kills.push(server.process.kill())
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)))
  await Promise.all(kills)
  await pool.destroy()
  return load
}

/** Absent: null, there is no whole answer. Throws: an `Error` for a status that is neither 200 nor 429. */
async function ask(pool: Pool, path: string, headers: Readonly<Record<string, string>>) {
  const answer = await pool.request({ path, method: 'GET', headers }).catch(() => null)
  const body = await answer?.body.arrayBuffer().catch(() => null)
  if (answer === null || body === null) return null
  const { statusCode: status } = answer
  if (status !== 200 && status !== 429) throw new Error(`Unexpected status ${status}`)
  return { status, credits: Number(answer.headers['svc-cost']) }
}

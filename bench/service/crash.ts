/**
 * Kills a server under load again and again, and compares its ledger with the
 * answers that came: none may be lost, none charged twice. Fails when they differ
 * by more than what was in flight.
 *
 * Usage: npm run bench:crash [-- KILLS [SEED]]
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { Random } from '../../adapters/sandbox/random.ts'
import { createKeys, startServer, type ServerProcess } from './server-process.ts'

const kills = Number(process.argv[2] ?? 20)
const seed = process.argv[3] ?? String(Date.now())
const CLIENTS = 32

interface LedgerCheck {
  readonly charges: number
  readonly credits: number
  readonly differences: readonly string[]
}

interface Round {
  /** Answers of 200 that came whole. */
  answered: number
  /** Requests without an answer when the server died. */
  lost: number
}

/** Sends requests one after the other, until the server is gone. */
async function runClient(pool: Pool, key: string, client: number, round: Round): Promise<void> {
  for (let index = 0; ; index++) {
    const path = `/api/v1/market/product?query=B0CRASH${String((client * 7 + index) % 1000).padStart(3, '0')}`
    try {
      const { statusCode, body } = await pool.request({
        path,
        method: 'GET',
        headers: { authorization: `Bearer ${key}` },
      })
      await body.dump({ limit: 10_000_000 })
      if (statusCode === 200) round.answered++
      else if (statusCode !== 429) throw new Error(`an answer of ${statusCode}`)
    } catch (error) {
      if ((error as Error).message.startsWith('an answer')) throw error
      round.lost++
      return
    }
  }
}

async function runRound(server: ServerProcess, keys: readonly string[], untilKillMs: number): Promise<Round> {
  const round: Round = { answered: 0, lost: 0 }
  const pool = new Pool(server.url, { connections: CLIENTS, pipelining: 1 })
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    runClient(pool, keys[client % keys.length] ?? '', client, round),
  )
  await sleep(untilKillMs)
  const exited = once(server.child, 'exit')
  server.child.kill('SIGKILL')
  await exited
  await Promise.all(clients)
  await pool.destroy()
  return round
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-crash-'))
const random = new Random(`crash/${seed}`)
console.log(`${kills} kills, seed ${seed}`)
let [answered, lost] = [0, 0]
let server = await startServer(directory)
try {
  const { keys } = await createKeys(server, 8)
  for (let kill = 1; kill <= kills; kill++) {
    const round = await runRound(server, keys, random.int(150, 1500))
    answered += round.answered
    lost += round.lost
    server = await startServer(directory)
    const { charges, credits, differences } = (await server.administrate('ledger.check', {})) as LedgerCheck
    const isRight =
      differences.length === 0 && credits === 5 * charges && charges >= answered && charges <= answered + lost
    console.log(
      `kill ${kill}: ${answered} answers of 200, ${lost} lost in flight; ${charges} charges; ${isRight ? 'right' : 'WRONG'}`,
    )
    if (!isRight) process.exitCode = 1
  }
} finally {
  await server.stop()
  rmSync(directory, { recursive: true })
}

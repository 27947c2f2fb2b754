/**
 * Kills a server under load repeatedly, and compares its ledger with the answers that
 * arrived: every answer with status 200 is charged once, and nothing else is charged. Fails
 * when anything differs.
 *
 * Usage: npm run bench -- crash [KILLS [SEED]]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { ASKED_PATH } from './asked-record.ts'
import { createKeys, startServer, type Server } from './services.ts'

const kills = Number(process.argv[2] ?? 20)
const seed = process.argv[3] ?? String(Date.now())
const CLIENTS = 32

interface Round {
  /** Complete answers with status 200. */
  answered: number
  /** Requests that had no answer when the server was killed. */
  lost: number
}

/** Sends one request after the other until the server is killed. */
async function runClient(pool: Pool, key: string, client: number, round: Round): Promise<void> {
  for (let index = 0; ; index++) {
    const path = `${ASKED_PATH}?query=B0CRASH${String((client * 7 + index) % 1000).padStart(3, '0')}`
    try {
      const { statusCode, body } = await pool.request({
        path,
        method: 'GET',
        headers: { authorization: `Bearer ${key}` },
      })
      await body.dump({ limit: 10_000_000 })
      if (statusCode === 200) round.answered++
      else if (statusCode !== 429) throw new Error(`Unexpected status ${statusCode}`)
    } catch (error) {
      if ((error as Error).message.startsWith('Unexpected status')) throw error
      round.lost++
      return
    }
  }
}

async function runRound(server: Server, keys: readonly string[], untilKillMs: number): Promise<Round> {
  const round: Round = { answered: 0, lost: 0 }
  const pool = new Pool(server.url, { connections: CLIENTS, pipelining: 1 })
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    runClient(pool, keys[client % keys.length] ?? '', client, round),
  )
  await sleep(untilKillMs)
  await server.process.kill()
  await Promise.all(clients)
  await pool.destroy()
  return round
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-crash-'))
const random = new Random(`crash/${seed}`)
console.log(`${kills} kills, seed ${seed}`)
let [answered, lost] = [0, 0]
const server = await startServer(directory)
try {
  const { keys } = await createKeys(server, 8)
  for (let kill = 1; kill <= kills; kill++) {
    const round = await runRound(server, keys, random.int(150, 1500))
    answered += round.answered
    lost += round.lost
    await server.process.start()
    const { charges, credits, differences } = await server.administrate('ledger.check', {})
    const isRight = differences.length === 0 && credits === 5 * charges && charges === answered
    console.log(
      `kill ${kill}: ${answered} answers with status 200, ${lost} requests lost; ${charges} charges; ${isRight ? 'right' : 'WRONG'}`,
    )
    if (!isRight) process.exitCode = 1
  }
} finally {
  await server.process.stop()
  rmSync(directory, { recursive: true })
}

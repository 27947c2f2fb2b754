/**
 * Kills a server under load repeatedly, and compares its ledger with the answers that arrived
 * whole. Fails when the ledger is above what they say, or below it by more than the requests
 * that were in flight.
 *
 * Usage: npm run bench -- crash [KILLS [SEED]]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { loadUntilKilled } from './killed-load.ts'
import { createKeys, startServer } from './services.ts'

const kills = Number(process.argv[2] ?? 20)
const seed = process.argv[3] ?? String(Date.now())
const CLIENTS = 32
/** A kill comes after so many answers. Order: least, most. */
const ANSWERS = [10, 300] as const

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-crash-'))
const random = new Random(`crash/${seed}`)
console.log(`${kills} kills, ${CLIENTS} requests in flight, seed ${seed}`)
const server = await startServer(directory)
const said = { answers: 0, credits: 0 }
let mostVoided = 0
try {
  const { keys } = await createKeys(server, 8)
  for (let kill = 1; kill <= kills; kill++) {
    const before = await server.administrate('ledger.check', {})
    const load = await loadUntilKilled(server, { keys, clients: CLIENTS, killAfter: random.int(...ANSWERS) })
    said.answers += load.answers
    said.credits += load.credits
    await server.process.start()
    const { charges, credits, differences } = await server.administrate('ledger.check', {})
    const voided = load.answers - (charges - before.charges)
    mostVoided = Math.max(mostVoided, voided)
    const isRight =
      differences.length === 0 &&
      voided >= 0 &&
      voided <= CLIENTS &&
      load.credits - (credits - before.credits) === 5 * voided
    console.log(
      `kill ${kill}: ${load.answers} answers say ${load.credits} credits; ledger ${credits - before.credits}; ` +
        `difference ${voided} of ${load.lost} lost requests; ${isRight ? 'right' : 'WRONG'}`,
    )
    if (!isRight) process.exitCode = 1
  }
  const { credits } = await server.administrate('ledger.check', {})
  console.log(
    `all: ${said.answers} answers received whole say ${said.credits} credits; ledger ${credits}; ` +
      `difference ${said.credits - credits}, at most ${mostVoided} answers in one kill`,
  )
} finally {
  await server.process.stop()
  rmSync(directory, { recursive: true })
}

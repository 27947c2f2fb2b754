/**
 * Measures the store of one process: charges a second that the disk confirms, with 100
 * concurrent callers, and the time to authenticate a key. Prints the best of three rounds.
 *
 * Usage: npm run bench -- store
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { ASKED_RECORD } from './asked-record.ts'

const ROUNDS = 3
const CALLERS = 100
const CHARGES = 10_000
const AUTHENTICATIONS = 100_000

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-bench-'))
const store = await openSqliteStore({ directory })
const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: 'main' })

let nextCharge = 0
async function chargeUntil(end: number): Promise<void> {
  while (nextCharge < end) {
    const chargeId = String(nextCharge++)
    const reservation = await store.ledger.reserve(id, 5, Date.now())
    if (reservation === 'insufficient_credits') throw new Error('A workspace with pay-as-you-go was stopped.')
    await store.ledger.settle(reservation, { chargeId, keyId: key.id, record: ASKED_RECORD, credits: 5 })
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

let chargesMs = Number.POSITIVE_INFINITY
let keysMs = Number.POSITIVE_INFINITY
for (let round = 1; round <= ROUNDS; round++) {
  const callers = () => Promise.all(Array.from({ length: CALLERS }, () => chargeUntil(round * CHARGES)))
  chargesMs = Math.min(chargesMs, await timeOf(callers))
  const authenticate = async () => {
    for (let time = 0; time < AUTHENTICATIONS; time++) await store.keys.authenticate(fullKey)
  }
  keysMs = Math.min(keysMs, await timeOf(authenticate))
}
console.log(`${Math.round((CHARGES / chargesMs) * 1000)} charges a second`)
console.log(`${((keysMs / AUTHENTICATIONS) * 1000).toFixed(1)} µs to authenticate a key`)
await store.close()
rmSync(directory, { recursive: true })

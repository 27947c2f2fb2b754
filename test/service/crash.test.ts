// Takes more than 20 seconds: a server is killed under load, and started again.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadUntilKilled } from '../support/killed-load.ts'
import { createKeys, startServer } from '../../bench/service/services.ts'
import { cliPath } from '../support/built-path.ts'

const CLIENTS = 16
const KILLS = 3

test('after a kill under load, the ledger is not above what answers said, nor below it by more than the requests in flight', async (t) => {
  cliPath()
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-crash-'))
  const server = await startServer(directory)
  t.after(async () => {
    await server.process.stop()
    rmSync(directory, { recursive: true })
  })
  const { keys } = await createKeys(server, 4)
  let charged = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const { answers, credits, lost } = await loadUntilKilled(server, { keys, clients: CLIENTS, killAfter: 40 })
    assert.ok(answers >= 40, `${answers} answers`)
    assert.equal(credits, 5 * answers, 'each answer says what it cost')
    assert.equal(lost, CLIENTS, 'each client had a request in flight')
    await server.process.start()
    const ledger = await server.administrate('ledger.check', {})
    assert.deepEqual(ledger.differences, [])
    const difference = credits - (ledger.credits - charged)
    assert.ok(
      difference >= 0 && difference <= 5 * CLIENTS,
      `${credits} credits by answers, ${difference} less in the ledger`,
    )
    charged = ledger.credits
  }
})

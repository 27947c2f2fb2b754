/**
 * Kills a server with an embedded store repeatedly while batches run, and sets its clock two
 * days ahead and right again. Then checks the outcome: one result for each item, the ledger,
 * the webhooks. Fails when anything differs.
 *
 * Usage: npm run bench -- batch-crash [KILLS [SEED]]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { BatchClient } from './batch-client.ts'
import { checkOutcome, createBatches } from './batch-workload.ts'
import { createKeys, startServer } from './services.ts'
import { startReceiver } from './webhook-receiver.ts'

const kills = Number(process.argv[2] ?? 30)
const seed = process.argv[3] ?? String(Date.now())

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-batch-crash-'))
const receiver = await startReceiver()
const random = new Random(`batch-crash/${seed}`)
console.log(`${kills} kills, seed ${seed}`)
let jumps = 0
const server = await startServer(directory, {
  SHELFMARK_LOG: 'silent',
  SHELFMARK_BATCH_INTERVAL_MS: '1000',
  SHELFMARK_BATCH_ITEMS: '150',
  SHELFMARK_WEBHOOK_ALLOW: receiver.origin,
})
try {
  const { administrate } = server
  const { workspace, keys } = await createKeys(server, 1)
  const client = new BatchClient([server.url], keys[0] ?? '')
  const workload = createBatches(client, receiver, new Random(`batches/${seed}`))
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(random.int(500, 3000))
    if (random.int(1, 2) === 1) {
      jumps++
      server.process.setClock()
      await sleep(random.int(500, 3000))
      server.process.setClock()
      await sleep(random.int(500, 3000))
    }
    await server.process.kill()
    await server.process.start()
  }
  const batches = await workload.end()
  console.log(`${jumps} times, the clock was two days ahead for a moment`)
  const isRight = await checkOutcome({ administrate, client, receiver, workspace, batches })
  if (!isRight) process.exitCode = 1
} finally {
  await server.process.stop()
  await receiver.close()
  rmSync(directory, { recursive: true })
}

/**
 * Kills a server with its store embedded again and again while batches run, and
 * compares what came of them, as `faults.ts` does.
 *
 * Usage: npm run bench:batch-crash [-- KILLS [SEED]]
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../adapters/sandbox/random.ts'
import { BatchClient } from './batch-client.ts'
import { checkOutcome } from './check-outcome.ts'
import { ADMIN_TOKEN, administrateBy } from './cluster.ts'
import { createBatches } from './create-batches.ts'
import { findFreePort } from './free-port.ts'
import { startProcess } from './node-process.ts'
import { createKeys } from './server-process.ts'
import { startReceiver } from './webhook-receiver.ts'

const kills = Number(process.argv[2] ?? 30)
const seed = process.argv[3] ?? String(Date.now())

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-batch-crash-'))
const receiver = await startReceiver()
const random = new Random(`batch-crash/${seed}`)
const [port, adminPort] = [await findFreePort(), await findFreePort()]
const url = `http://127.0.0.1:${port}`
const administrate = (operation: string, input: object): Promise<unknown> =>
  administrateBy([adminPort], operation, input)
console.log(`${kills} kills, seed ${seed}`)
const environment = {
  SHELFMARK_DATA: directory,
  SHELFMARK_PORT: String(port),
  SHELFMARK_ADMIN_PORT: String(adminPort),
  SHELFMARK_ADMIN_TOKEN: ADMIN_TOKEN,
  SHELFMARK_SOURCE: 'sandbox',
  SHELFMARK_BATCH_INTERVAL_MS: '1000',
  SHELFMARK_BATCH_ITEMS: '150',
  SHELFMARK_WEBHOOK_ALLOW: receiver.origin,
}
const server = await startProcess('server', 'serve', environment, `${url}/readyz`)
try {
  const { workspace, keys } = await createKeys({ administrate }, 1)
  const client = new BatchClient([url], keys[0] ?? '')
  const production = createBatches(client, receiver, new Random(`batches/${seed}`))
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(random.int(500, 3000))
    const exited = once(server.child(), 'exit')
    server.child().kill('SIGKILL')
    await exited
    await server.start()
  }
  const batches = await production.end()
  const isRight = await checkOutcome({ cluster: { administrate }, client, receiver, workspace, batches })
  if (!isRight) process.exitCode = 1
} finally {
  await server.stop()
  await receiver.close()
  rmSync(directory, { recursive: true })
}

/**
 * A process that runs watches of a store until it is killed, on a fast clock. It begins when it gets a line, and exits
 * when its input ends.
 *
 * Usage: child.ts STORE BEGIN_MS STARTED_MS RECEIVER_ORIGIN
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createQuarantine } from '../../adapters/work/quarantine.ts'
import { localQueue } from '../../adapters/work/local-queue.ts'
import { startRunner } from '../../adapters/work/runner.ts'
import type { ItemDeps } from '../../adapters/work/work-on-item.ts'
import { contract } from '../../adapters/contract.ts'
import { createLog } from '../../adapters/observe/log.ts'
import { Metrics } from '../../adapters/observe/metrics.ts'
import type { PageExtractor } from '../../adapters/pages/pool/page-extractor.ts'
import { createWebhookSender } from '../../adapters/work/webhook/send-webhook.ts'
import { simulatedRetriever } from '../../test/support/simulated-watch.ts'
import { fastClock, openStore, shopMsAt } from './store-of.ts'

const [address = '', beginMs, startedMs, origin = ''] = process.argv.slice(2)
const epochMs = fastClock(Number(beginMs), Number(startedMs))
await once(process.stdin, 'data')
process.stdin.on('end', () => process.exit())
const store = await openStore(address, epochMs)
const log = createLog('error')
const retriever = simulatedRetriever({ clock: { nowMs: () => shopMsAt(epochMs()) } })
const retrievers = { live: retriever, test: retriever }
const metrics = new Metrics(() => 0)
const unused: PageExtractor = { extract: () => Promise.reject(new Error('The bench extracts in its retriever.')) }
const quarantine = createQuarantine({
  directory: join(tmpdir(), 'shelfmark-bench-quarantine'),
  extractor: unused,
  createRetrievers: () => retrievers,
})
const commitLook = store.watches.commitLook.bind(store.watches)
/** Tells the parent of each look, which kills this process after some. */
store.watches.commitLook = async (...look) => {
  const outcome = await commitLook(...look)
  process.stdout.write('.')
  return outcome
}
const deps: ItemDeps = { store, contract, retrievers, metrics, epochMs, quarantine, log }
startRunner({
  ...deps,
  metrics,
  newId: randomUUID,
  sender: createWebhookSender({ allowedOrigins: [origin] }),
  secrets: { open: (sealed) => sealed },
  queues: { live: localQueue(deps, 4), test: localQueue(deps, 1) },
  settings: {
    intervalMs: 100,
    itemsPerRun: 100,
    fetches: 4,
    resultsKeptMs: 7 * 86_400_000,
    recordsKeptMs: 90 * 86_400_000,
    requestLog: { keptMs: 86_400_000, most: 1000 },
  },
  // Two seconds of the machine: an item whose process was killed is worked on again soon.
  claimLeaseMs: 20 * 60_000,
})

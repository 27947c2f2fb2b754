import { randomUUID } from 'node:crypto'
import { createReport } from '../../adapters/work/findings/report-finding.ts'
import { createWatchRuns } from '../../adapters/work/watch/run-watches.ts'
import { createHeldFieldsTask } from '../../adapters/work/findings/held-fields.ts'
import { workOnItem, type ItemDeps } from '../../adapters/work/work-on-item.ts'
import { contract } from '../../adapters/contract.ts'
import { createLog } from '../../adapters/observe/log.ts'
import { Metrics } from '../../adapters/observe/metrics.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'
import type { Retriever } from '../../adapters/fetch/retriever.ts'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import type { Store } from '../../adapters/store/store.ts'
import { DEFAULT_TERMS, endpointOf, type WatchEntry } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, newControl, readHolds, type DriftTallies } from '../../core/index.ts'
import { monthOf } from '../../core/policy/index.ts'
import { DAY_MS, shopTimeAt, simulatedItems, START_MS } from '../../test/support/simulated-watch.ts'
import { openStore } from './store-of.ts'

/** Whose watches they are, in turn. */
const WORKSPACES = 3
const DAYS = 6
const LAYOUT_DAY = DAYS / 2
const REFUSED = 0.03
const STEP_MS = 10 * 60_000
const TOGETHER = 16
const MAX_EVENTS = 1000

interface LayoutEvent {
  readonly record: string
  readonly domain: string
  readonly fields: readonly { readonly field: string; readonly reach: 'all' | 'one' }[]
  readonly at: string
}

export interface ManyReport {
  readonly looks: number
  readonly refused: number
  readonly alerts: number
  /** Alerts of changes that did not happen at the shop. */
  readonly falseAlerts: number
  readonly held: readonly string[]
  /** Alerts to the operator that the layout has changed. One for each marketplace is expected, or more, when fields are found in several rounds. */
  readonly layoutEvents: readonly LayoutEvent[]
  /** Examples of false alerts. */
  readonly examples: readonly string[]
  /** Charges in the ledger, less the looks that saw a record: each of those costs one. */
  readonly unexplained: number
  readonly seconds: number
}

/** Runs watches of one item each through the store for six simulated days, on a clock that is moved. */
export async function checkManyWatches(address: string, count: number): Promise<ManyReport> {
  const startMs = performance.now()
  let nowMs = START_MS
  let refused = 0
  const epochMs = (): number => nowMs
  const store = await openStore(address, epochMs)
  try {
    const items = simulatedItems(count)
    await createAll(store, items)
    const retriever = refusing(epochMs, () => refused++)
    const retrievers = { live: retriever, test: retriever }
    const quarantine: ItemDeps['quarantine'] = { run: (_, work) => work(retrievers), findPage: () => null }
    const log = createLog('error')
    const metrics = new Metrics(() => 0)
    const deps: ItemDeps = { store, contract, retrievers, metrics, epochMs, quarantine, log }
    const beginRuns = createWatchRuns({ ...deps, newId: randomUUID })
    const watchDrift = createHeldFieldsTask({
      store,
      report: createReport(store, true),
      log: { warn: () => undefined },
    })
    const { signal } = new AbortController()
    for (; nowMs < START_MS + DAYS * DAY_MS; nowMs += STEP_MS) {
      await beginRuns()
      for (;;) {
        const run = { mode: 'live', intervalMs: 0, maxItems: 1000 } as const
        const { claims } = await store.batches.claimRun(run, { nowMs, leaseMs: DAY_MS })
        if (claims.length === 0) break
        for (let from = 0; from < claims.length; from += TOGETHER) {
          await Promise.all(claims.slice(from, from + TOGETHER).map((claim) => workOnItem(claim, deps, signal)))
        }
      }
      await watchDrift(nowMs)
    }
    return { ...(await countAlerts(store, items)), refused, seconds: (performance.now() - startMs) / 1000 }
  } finally {
    await store.close()
  }
}

async function createAll(store: Store, items: ReturnType<typeof simulatedItems>): Promise<void> {
  const owners: { readonly workspaceId: string; readonly keyId: string }[] = []
  for (let count = 0; count < WORKSPACES; count++) {
    const { id: workspaceId } = await store.workspaces.create({ name: `many ${count}`, plan: 'unlimited' })
    const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'many' })
    owners.push({ workspaceId, keyId: key.id })
  }
  for (const [index, { item }] of items.entries()) {
    const owner = owners[index % WORKSPACES]
    if (owner === undefined) throw new Error('There is no workspace.')
    await store.watches.create({
      id: idOf(index),
      ...owner,
      mode: 'live',
      endpoint: endpointOf(DEFAULT_RECORD.name),
      createdAtMs: START_MS,
      terms: { ...DEFAULT_TERMS, every: '6h' },
      control: newControl(START_MS, monthOf(START_MS)),
      sealedSecret: 'whsec',
      webhookUrl: null,
      inputs: [JSON.stringify(item)],
      maxItems: null,
    })
  }
}

function idOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
}

/** Pages of the day, which are read once; some are refused. */
function refusing(epochMs: () => number, onRefused: () => void): Retriever {
  const random = new Random('many watches')
  const pages = new Map<string, { readonly day: number; readonly json: string; readonly winners: object }>()
  const facts = { attempts: 1, sourceStatus: 200, resolvedUrl: null, hasMore: null, location: null, issues: [] }
  return {
    retrieve: async ({ params }) => {
      const fetchedAtMs = epochMs()
      if (random.next() < REFUSED) {
        onRefused()
        const failure = {
          error: 'target_unreachable',
          reason: 'refused',
          reasonCode: 'refused',
          details: null,
        } as const
        return { ...facts, ...failure, fetchedAtMs, pages: 0, winners: {} }
      }
      const time = shopTimeAt(fetchedAtMs, LAYOUT_DAY)
      const { domain } = requireMarketplace(params.domain)
      const asin = 'query' in params ? String(params.query) : ''
      const name = `${domain} ${asin}`
      let page = pages.get(name)
      if (page?.day !== time.day) {
        const { record, winners, issues } = extractPage(renderProduct(generateProduct({ asin, domain, time })), {
          domain,
        })
        const json = JSON.stringify({ ...record, provenance: { winners, issues, attempts: null } })
        page = { day: time.day ?? 0, json, winners }
        pages.set(name, page)
      }
      return { ...facts, fetchedAtMs, pages: 1, winners: page.winners as Record<string, string>, json: page.json }
    },
  }
}

async function countAlerts(
  store: Store,
  items: ReturnType<typeof simulatedItems>,
): Promise<Omit<ManyReport, 'refused' | 'seconds'>> {
  let [looks, seen, alerts, falseAlerts] = [0, 0, 0, 0]
  const examples: string[] = []
  for (const [index, { name: asin, domain }] of items.entries()) {
    const watch = await store.watches.find(idOf(index))
    looks += watch?.looks ?? 0
    seen += watch?.seen ?? 0
    for (const { entry } of await store.watches.listEvents(idOf(index), 0, 1000)) {
      const { changes } = JSON.parse(entry) as WatchEntry
      for (const { field, before, after, since } of changes) {
        alerts++
        const time = shopTimeAt(Date.parse(since))
        const { record } = generateProduct({ asin, domain, time })
        const truth = valueOf(record, field)
        if (truth === after && before !== after) continue
        falseAlerts++
        if (examples.length < 5) examples.push(JSON.stringify([asin, field, before, after, truth, since]))
      }
    }
  }
  const held: string[] = []
  for (const [name, json] of await store.watches.readDrift()) {
    const tallies = JSON.parse(json) as DriftTallies
    const fields = readHolds(tallies, START_MS + DAYS * DAY_MS)
    if (fields.size > 0) held.push(`${name} ${fields.size} fields`)
  }
  const { charges, differences } = await store.ledger.check()
  const unexplained = Math.abs(charges - seen) + differences.length
  return { looks, alerts, falseAlerts, held, layoutEvents: await readLayoutEvents(store), examples, unexplained }
}

/** The alerts to the operator, none of which was sent. */
async function readLayoutEvents({ outbox }: Store): Promise<LayoutEvent[]> {
  const slots = { total: MAX_EVENTS, perWorkspace: MAX_EVENTS, perOrigin: MAX_EVENTS }
  const claims = await outbox.claim(['alert'], slots, { nowMs: START_MS + DAYS * DAY_MS, leaseMs: 0 })
  return claims.map(({ body }) => JSON.parse(body) as LayoutEvent)
}

function valueOf(record: object, field: string): unknown {
  let value: unknown = record
  for (const name of field.match(/[a-z_]+|\d+/g) ?? [])
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return value ?? null
}

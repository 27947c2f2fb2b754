import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { Watch } from '../../adapters/store/watches.ts'
import { DEFAULT_TERMS, endpointOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, newControl, pointAt, type SeenValue } from '../../core/index.ts'
import { monthOf } from '../../core/policy/index.ts'
import { simulatedItems, START_MS, truthAt } from '../../test/support/simulated-watch.ts'
import { fastClock, openStore, shopMsAt } from './store-of.ts'

/** Built: a process that compiles first would be killed while it does. */
const CHILD = join(import.meta.dirname, '../../dist/bench/watch/child.js')

const FIELDS = ['price', 'in_stock', 'sales_rank[0].rank', 'reviews_count']
const WATCHES = 6
const ITEMS = 10
const HOUR_MS = 3_600_000

/** What was found after the kills. */
export interface KillReport {
  readonly days: number
  readonly looks: number
  readonly charges: number
  readonly points: number
  readonly wrong: number
  readonly doubles: number
  readonly events: number
  readonly sent: number
  readonly problems: readonly string[]
}

/** Runs watches in a process that is killed again and again, and compares what is left with the shop, the ledger and the receiver. */
export async function checkKills(
  address: string,
  kills: number,
  seed: string,
  onKill: (count: number) => void = () => {},
): Promise<KillReport> {
  const received = new Map<string, string>()
  const problems: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { id } = JSON.parse(body) as { id: string }
      if ((received.get(id) ?? body) !== body) problems.push(`event ${id} was sent with another body`)
      received.set(id, body)
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const startedMs = Date.now()
  const clock = fastClock(START_MS, startedMs)
  const workspaceId = await createWatches(address, clock, `${origin}/`)
  const random = new Random(`watch-kills/${seed}`)
  const args = [CHILD, address, String(START_MS), String(startedMs), origin]
  // Loading takes longer than the looks: the next process loads while this one works.
  let next = startChild(args)
  for (let kill = 0; kill < kills; kill++) {
    const child = next
    next = startChild(args)
    await killLater(child, { looks: random.int(1, 25), moreMs: random.int(0, 60) })
    onKill(kill + 1)
  }
  // Leases of the killed process end, and events are sent.
  await killLater(next, { looks: WATCHES * ITEMS * 2, moreMs: 3000 })
  const store = await openStore(address, clock)
  try {
    const found = await compare(store, workspaceId, received, problems)
    return { ...found, days: Math.round((shopMsAt(clock()) - START_MS) / (24 * HOUR_MS)), problems }
  } finally {
    await store.close()
    server.close()
  }
}

async function createWatches(address: string, clock: () => number, webhookUrl: string): Promise<string> {
  const store = await openStore(address, clock)
  try {
    const { id: workspaceId } = await store.workspaces.create({ name: 'bench', plan: 'unlimited' })
    const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'bench' })
    const items = simulatedItems(WATCHES * ITEMS)
    for (let watch = 0; watch < WATCHES; watch++) {
      await store.watches.create({
        id: `00000000-0000-4000-8000-${String(watch).padStart(12, '0')}`,
        workspaceId,
        keyId: key.id,
        mode: 'live',
        endpoint: endpointOf(DEFAULT_RECORD.name),
        createdAtMs: START_MS,
        terms: { ...DEFAULT_TERMS, every: '1h', fields: FIELDS, keep: '10y' },
        control: newControl(START_MS, monthOf(START_MS)),
        sealedSecret: 'whsec_bench',
        webhookUrl,
        inputs: items.slice(watch * ITEMS, (watch + 1) * ITEMS).map(({ item }) => JSON.stringify(item)),
        maxItems: null,
      })
    }
    return workspaceId
  } finally {
    await store.close()
  }
}

/** Longest time that a process works. Unit: ms. */
const MAX_LIFE_MS = 30_000

type Child = ChildProcessByStdio<Writable, Readable, null>

function startChild(args: readonly string[]): Child {
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
}

/** Lets a process work until so many looks are committed, and a moment more, and kills it. */
async function killLater(
  child: Child,
  { looks, moreMs }: { readonly looks: number; readonly moreMs: number },
): Promise<void> {
  const exited = once(child, 'exit')
  let count = 0
  const enough = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      count += chunk.length
      if (count >= looks) resolve()
    })
  })
  child.stdin.write('go\n')
  const late = setTimeout(() => child.kill('SIGKILL'), MAX_LIFE_MS)
  await Promise.race([enough, exited])
  await sleep(moreMs)
  clearTimeout(late)
  child.kill('SIGKILL')
  await exited
}

type Found = Omit<KillReport, 'days' | 'problems'>

async function compare(
  store: Store,
  workspaceId: string,
  received: ReadonlyMap<string, string>,
  problems: string[],
): Promise<Found> {
  const items = simulatedItems(WATCHES * ITEMS)
  const watches = await store.watches.list({ workspaceId, mode: 'live' }, { after: null, limit: WATCHES })
  if (typeof watches === 'string') throw new Error(watches)
  const { charges, credits } = await store.ledger.check()
  let [looks, points, wrong, doubles, events, alerts] = [0, 0, 0, 0, 0, 0]
  for (const watch of watches.toReversed()) {
    const offset = Number(watch.id.slice(-4)) * ITEMS
    const own = items.slice(offset, offset + ITEMS)
    const found = await compareItems(store, watch, own, problems)
    looks += found.looks
    points += found.points
    wrong += found.wrong
    doubles += found.doubles
    const listed = await listAll(store, watch)
    events += listed.length
    const sent = listed.filter(({ delivery }) => delivery !== null)
    alerts += sent.length
    for (const { id, delivery } of sent) {
      if (delivery?.status === 'delivered' && !received.has(id)) problems.push(`event ${id} was not received`)
      if (delivery?.status === 'failed') problems.push(`event ${id} failed`)
    }
  }
  const all = new Set((await Promise.all(watches.map((watch) => listAll(store, watch)))).flat().map(({ id }) => id))
  for (const id of received.keys()) if (!all.has(id)) problems.push(`event ${id} was received, and is not stored`)
  const seen = watches.reduce((sum, watch) => sum + watch.seen, 0)
  const counted = watches.reduce((sum, watch) => sum + watch.credits, 0)
  if (charges !== seen) problems.push(`${charges} charges for ${seen} looks that saw a record`)
  if (credits !== counted) problems.push(`${credits} credits in the ledger, ${counted} at the watches`)
  if (looks !== watches.reduce((sum, watch) => sum + watch.looks, 0)) problems.push('looks are not those counted')
  if (alerts === 0) problems.push('no event was to be sent')
  return { looks, charges, points, wrong, doubles, events, sent: received.size }
}

async function listAll(store: Store, { id }: Watch) {
  return await store.watches.listEvents(id, 0, 1_000_000)
}

const ALL = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

async function compareItems(
  store: Store,
  watch: Watch,
  items: ReturnType<typeof simulatedItems>,
  problems: string[],
): Promise<Pick<Found, 'looks' | 'points' | 'wrong' | 'doubles'>> {
  let [looks, points, wrong, doubles] = [0, 0, 0, 0]
  for (const [item, own] of items.entries()) {
    const times = (await store.watches.listLooks(watch.id, item, { ...ALL, toMs: 9e12 })).map(({ atMs }) => atMs)
    looks += times.length
    if (times.length < 2) problems.push(`only ${times.length} looks at item ${item} of ${watch.id}`)
    for (const field of FIELDS) {
      const stored = await store.watches.listPoints(watch.id, item, field, { ...ALL, toMs: 9e12 })
      const list = stored.map(({ atMs, text }) => ({ atMs, value: (JSON.parse(text) as [number, SeenValue])[1] }))
      points += list.length
      doubles += list.filter(({ value }, index) => value === list[index + 1]?.value).length
      for (const atMs of times) {
        const value = pointAt(list, atMs)?.value
        // The page of a look is up to some hours of the shop older than the look.
        const shopMs = shopMsAt(atMs)
        const truths = [0, 1, 2, 4, 8, 16].map((hours) => valueOf(truthAt(own, shopMs - hours * HOUR_MS), field))
        if (!truths.includes(value ?? null)) wrong++
      }
    }
  }
  return { looks, points, wrong, doubles }
}

function valueOf(truth: ReturnType<typeof truthAt>, field: string): SeenValue {
  if (field === 'price') return truth.price
  if (field === 'in_stock') return truth.in_stock
  return field === 'reviews_count' ? truth.reviews_count : (truth.sales_rank[0]?.rank ?? null)
}

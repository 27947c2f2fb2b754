import { readRank } from '../../adapters/work/rank/read-rank.ts'
import { readSeries } from '../../adapters/work/watch/read-series.ts'
import { packResult } from '../../adapters/store/packed-result.ts'
import { DEFAULT_TERMS, endpointOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, newControl, packRank, RANK_FIELD, type Track } from '../../core/index.ts'
import { monthOf } from '../../core/policy/index.ts'
import { DAY_MS, START_MS } from '../../test/support/simulated-watch.ts'
import { openStore } from './store-of.ts'

const LOOKS = 365 * 4
const EVERY_MS = DAY_MS / 4
const ID = '00000000-0000-4000-8000-0000000000ff'

/** Writes a year of looks at one item, every 6 hours, each with another price, and reads them. */
export async function checkYear(address: string): Promise<{
  readonly looks: number
  readonly points: number
  /** Processor time, the least of ten reads. */
  readonly ms: number
  /** The same of the rank of ten products in a search. */
  readonly rankMs: number
}> {
  let nowMs = START_MS
  const store = await openStore(address, () => nowMs)
  try {
    const { id: workspaceId } = await store.workspaces.create({ name: 'year', plan: 'unlimited' })
    const { key } = await store.keys.create(workspaceId, { mode: 'test', name: 'year' })
    const endpoint = endpointOf(DEFAULT_RECORD.name)
    const owner = { workspaceId, keyId: key.id, mode: 'test', endpoint } as const
    const control = newControl(START_MS, monthOf(START_MS))
    const terms = { ...DEFAULT_TERMS, every: '6h', keep: '10y' }
    const facts = { id: ID, createdAtMs: START_MS, terms, control, sealedSecret: 'whsec', webhookUrl: null }
    await store.watches.create({ ...owner, ...facts, inputs: ['{}'], maxItems: null })
    const state = await packResult('{}')
    for (let look = 0; look < LOOKS; look++) {
      nowMs = START_MS + look * EVERY_MS
      const id = `year-${look}`
      const batch = {
        ...owner,
        id,
        createdAtMs: nowMs,
        sealedSecret: '',
        webhookUrl: null,
        inputs: ['{}'],
        idempotency: null,
        watchId: ID,
        maxPending: null,
      }
      await store.watches.step(ID, look, { batch }, nowMs)
      const result = { batchId: id, index: 0, isOk: true, credits: 0, json: '', reservation: null }
      const text = JSON.stringify([look % 20 === 0 ? 'target_unreachable' : 'seen', 1, null, [], `hash${look}`])
      const points = [
        { field: 'price', text: JSON.stringify([1, look, '#corePrice_desktop .apexPriceToPay']) },
        { field: RANK_FIELD, text: JSON.stringify([1, printRank(look), null]) },
      ]
      await store.watches.commitLook(
        result,
        {
          watchId: ID,
          item: 0,
          atMs: nowMs,
          isSeen: true,
          text,
          points,
          state,
          record: null,
          isChange: false,
          againMs: null,
          wakes: false,
          event: null,
        },
        nowMs,
      )
    }
    const subject = { watchId: ID, item: 0, field: 'price', fromMs: START_MS, toMs: nowMs }
    const { points } = await readSeries(store.watches, subject)
    const ms = await costOf(() => readSeries(store.watches, subject))
    const rankMs = await costOf(() => readRank(store.watches, { ...subject, track }))
    await store.watches.remove(ID)
    return { looks: LOOKS, points: points.length, ms, rankMs }
  } finally {
    await store.close()
  }
}

/** Processor time of a read and its answer, the least of ten. Unit: ms. */
async function costOf(read: () => Promise<object>): Promise<number> {
  let least = Infinity
  for (let turn = 0; turn < 10; turn++) {
    const start = process.cpuUsage()
    JSON.stringify(await read())
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const nameOf = (index: number): string => `B0SHLF${String(index).padStart(4, '0')}`
const track: Track = { asins: Array.from({ length: 10 }, (_, index) => nameOf(index)), brands: ['Linden'] }

/** A rank that no other look has. */
function printRank(look: number): string {
  const products = track.asins.map((asin, index) => ({
    asin,
    organic_position: ((look + index * 7) % 96) + 1,
    sponsored_position: index === 0 ? 1 : null,
    page: 1,
    above: [1, 2, 3].map((step) => nameOf(look + index + step)),
  }))
  const brands = Array.from({ length: 11 }, (_, index) => ({
    brand: `Linden ${index}`,
    cards: 11 - index,
    top10_cards: 1,
  }))
  return packRank({ first_page: 1, pages: 2, cards: 110, products, brands })
}

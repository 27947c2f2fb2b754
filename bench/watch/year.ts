import { readSeries } from '../../adapters/work/watch/read-series.ts'
import { packResult } from '../../adapters/store/packed-result.ts'
import { DEFAULT_TERMS, endpointOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, newControl } from '../../core/index.ts'
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
  /** The least of ten reads. */
  readonly ms: number
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
      const points = [{ field: 'price', text: JSON.stringify([1, look, '#corePrice_desktop .apexPriceToPay']) }]
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
          drift: null,
        },
        nowMs,
      )
    }
    const subject = { watchId: ID, item: 0, field: 'price', fromMs: START_MS, toMs: nowMs }
    let ms = Infinity
    let points = 0
    for (let read = 0; read < 10; read++) {
      const startMs = performance.now()
      const series = await readSeries(store.watches, subject)
      JSON.stringify(series)
      ms = Math.min(ms, performance.now() - startMs)
      points = series.points.length
    }
    await store.watches.remove(ID)
    return { looks: LOOKS, points, ms }
  } finally {
    await store.close()
  }
}

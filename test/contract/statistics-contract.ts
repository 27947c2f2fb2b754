import assert from 'node:assert/strict'
import type { DailyCount } from '../../adapters/store/statistics.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { Check } from './store-caller.ts'

const DAYS = { from: '2026-03-01', to: '2026-03-31' }

const counted = (day: string, name: readonly string[], count = 1, series: DailyCount['series'] = 'attempts') => ({
  series,
  day,
  name,
  count,
})

async function read(store: Store, series: DailyCount['series'] = 'attempts', days = DAYS): Promise<string[]> {
  const counts = await store.statistics.read(series, days)
  return counts.map(({ day, name, count }) => `${day} ${name.join('/')} ${count}`).toSorted()
}

/** What every store does with the counts of operators. */
export function statisticsContract(check: Check): void {
  check('statistics: counts of a day are added, by series, day and name', async (store, data) => {
    await store.statistics.add({
      id: 'first',
      counts: [counted('2026-03-14', ['de', 'captcha'], 2), counted('2026-03-15', ['de', 'record'], 7)],
    })
    await store.statistics.add({
      id: 'second',
      counts: [
        counted('2026-03-15', ['de', 'record'], 3),
        counted('2026-03-15', ['de', 'a "quoted"\tpart']),
        counted('2026-03-15', ['de', 'record'], 1, 'winners'),
        counted('2026-03-15', ['', 'GET /x', 'unauthorized'], 4, 'refusals'),
      ],
    })
    const expected = ['2026-03-14 de/captcha 2', '2026-03-15 de/a "quoted"\tpart 1', '2026-03-15 de/record 10']
    assert.deepEqual(await read(store), expected)
    assert.deepEqual(await read(store, 'winners'), ['2026-03-15 de/record 1'])
    assert.deepEqual(await read(store, 'refusals'), ['2026-03-15 /GET /x/unauthorized 4'])
    assert.deepEqual(await read(store, 'requests'), [])
    assert.deepEqual(await read(store, 'attempts', { from: '2026-03-15', to: '2026-03-15' }), expected.slice(1))
    await store.close()
    const again = await data.open()
    assert.deepEqual(await read(again), expected)
    await again.close()
  })

  check('statistics: thousands of counts are read, each once', async (store) => {
    const counts = [...Array(4500).keys()].map((at) => counted(`2026-03-${10 + (at % 3)}`, [String(at)], at))
    await store.statistics.add({ id: 'many', counts })
    const found = await store.statistics.read('attempts', DAYS)
    assert.deepEqual(
      found.map(({ count }) => count).toSorted((a, b) => a - b),
      [...Array(4500).keys()],
    )
    assert.deepEqual([found[0]?.day, found.at(-1)?.day], ['2026-03-10', '2026-03-12'])
  })

  check('statistics: an entry that is sent again is added once', async (store) => {
    const entry = { id: 'once', counts: [counted('2026-03-15', ['de', 'record'], 5)] }
    await store.statistics.add(entry)
    await store.statistics.add(entry)
    assert.deepEqual(await read(store), ['2026-03-15 de/record 5'])
  })
}

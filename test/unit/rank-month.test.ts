import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RankChange, Track } from '../../core/index.ts'
import { HOUR_MS, printRanked, RANKED, RankedWatch, seeRanked, SHOWN, type Layout } from '../support/simulated-rank.ts'

const [A = '', B = '', C = ''] = [RANKED[2], RANKED[9], RANKED[20]]
const track: Track = { asins: [A, B, C], brands: [] }

/** Where a product goes on a day: to a position from 1; beyond the page, it is not shown. */
const MOVES: readonly (readonly [day: number, asin: string, to: number])[] = [
  [2, A, 7],
  [4, C, 12],
  [6, A, 1],
  [8, B, 14],
  [9, C, 4],
  [13, B, 25],
  [17, A, 11],
  [20, B, 10],
  [22, C, 24],
  [25, A, 3],
  [28, B, 2],
]

/** The order of a day. */
function orderOn(day: number): readonly string[] {
  const order = [...RANKED]
  for (const [when, asin, to] of MOVES) {
    if (when > day) continue
    order.splice(order.indexOf(asin), 1)
    order.splice(to - 1, 0, asin)
  }
  return order
}

function positionOn(day: number, asin: string): number | null {
  const index = orderOn(day).indexOf(asin)
  return index < SHOWN ? index + 1 : null
}

const inWords = (before: number | null, after: number | null): string => `${before ?? 'out'} to ${after ?? 'out'}`

/** All changes of a product in a month. */
function movesOf(asin: string): readonly string[] {
  const days = Array.from({ length: 30 }, (_, day) => positionOn(day, asin))
  return days.flatMap((after, day) => {
    const before = days[day - 1]
    return before === undefined || before === after ? [] : [inWords(before, after)]
  })
}

const toldOf = (told: readonly RankChange[], asin: string): readonly string[] =>
  told.flatMap((one) => (one.asin === asin ? [inWords(one.before, one.after)] : []))

/** A month with a look every six hours. `layoutAt`: of a look, by its number. */
function watchMonth(layoutAt: (look: number) => Layout) {
  const watch = new RankedWatch(track)
  const counts = { seen: 0, refused: 0, cut: 0, elsewhere: 0 }
  for (let look = 0; look < 30 * 4; look++) {
    const day = Math.floor(look / 4)
    const html = printRanked(orderOn(day), 1 + ((look * 7) % 4), layoutAt(look))
    const outcome = look % 11 === 5 ? 'refused' : look % 13 === 7 ? 'cut' : look % 17 === 9 ? 'elsewhere' : 'seen'
    counts[outcome]++
    watch.lookAt(look * 6 * HOUR_MS + 1, () => {
      if (outcome === 'refused') return null
      return seeRanked(html, track, outcome === 'elsewhere' ? { place: 'Wien' } : { isCut: outcome === 'cut' })
    })
  }
  return { told: watch.told, series: new Set(watch.results.map(({ series }) => series)), counts }
}

/** Days 10 and 11 have a layout whose ads are not known as ads; from day 15 on, there is another one. */
const changing = (look: number): Layout => (look >= 60 ? 'new' : look >= 40 && look < 48 ? 'unread' : 'old')
/** The marketplace tries two layouts. */
const switching = (look: number): Layout => (look % 3 === 1 ? 'new' : 'old')

for (const [name, layoutAt] of [
  ['a layout that changes', changing],
  ['two layouts in turn', switching],
] as const) {
  test(`a month with moves, ads, refusals, cut pages, another place and ${name}: each change is told once, and no other`, (t) => {
    const { told, series, counts } = watchMonth(layoutAt)
    for (const asin of track.asins) assert.deepEqual(toldOf(told, asin), movesOf(asin), asin)
    assert.deepEqual([told.length, counts], [18, { seen: 95, refused: 11, cut: 9, elsewhere: 5 }])
    assert.ok(series.size >= 4, `${series.size} series`)
    const places = (change: RankChange['change']) => told.filter((one) => one.change === change).length
    assert.deepEqual([places('entered'), places('left'), places('position')], [2, 2, 14])
    const cuts = told.filter(({ top10 }) => top10 !== null).map(({ asin, top10 }) => `${asin} ${top10}`)
    t.diagnostic(`${told.length} changes, ${JSON.stringify(counts)}; top 10: ${cuts.join(', ')}`)
  })
}

/**
 * Watches simulated products for 30 simulated days, on a clock that is moved.
 *
 * First, the watch of the command line with its SQLite file: its points must equal what the shop had at every look, to the last one.
 * Then, the pure core alone, with 3 % of the looks refused, 0.5 % of the pages without their price, and another layout
 * of all pages from the middle on: counts the alerts of changes that did not happen at the shop.
 *
 * Usage: npm run bench -- watch [WATCHES] [ITEMS]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWatchFile, type WatchFile } from '../adapters/cli/watch/open-watch-file.ts'
import { pointAt, type SeenValue } from '../core/index.ts'
import {
  DAY_MS,
  MovedClock,
  readWatched,
  runUntil,
  simulatedItems,
  simulatedRun,
  START_MS,
  truthAt,
  type SimulatedItem,
} from '../test/support/simulated-watch.ts'
import { numberArgument } from './number-argument.ts'
import { countAlerts } from './watch-alerts.ts'

const WATCHES = numberArgument(0, 'WATCHES', 300)
const ITEMS = numberArgument(1, 'ITEMS', 40)
const DAYS = 30
const EVERY_MS = DAY_MS / 4
const FIELDS = [
  'price',
  'in_stock',
  'featured_merchant.seller_id',
  'pricing_count',
  'sales_rank[0].rank',
  'reviews_count',
]

interface Points {
  readonly looks: number
  readonly points: number
  readonly compared: number
  readonly wrong: number
  readonly doubles: number
  readonly events: number
}

async function checkPoints(items: readonly SimulatedItem[]): Promise<Points> {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-bench-watch-'))
  const clock = new MovedClock(START_MS)
  const file = await openWatchFile(join(folder, 'watch.sqlite'), () => clock.nowMs())
  try {
    let events = 0
    const say = (message: string): void => void process.stderr.write(`${message}\n`)
    const given = { name: 'bench', items, file, clock, jobs: 4, print: () => void events++, say }
    await runUntil(simulatedRun(given, { fields: FIELDS }), START_MS + DAYS * DAY_MS - 1)
    return { ...(await compareWithTruth(file, items)), events }
  } finally {
    await file.store.close()
    rmSync(folder, { recursive: true })
  }
}

async function compareWithTruth(file: WatchFile, items: readonly SimulatedItem[]): Promise<Omit<Points, 'events'>> {
  let [looks, points, compared, wrong, doubles] = [0, 0, 0, 0, 0]
  for (const item of items) {
    const own = await Promise.all(FIELDS.map((field) => readWatched(file, item.name, field)))
    const times = own[0]?.looks.map(({ atMs }) => atMs) ?? []
    looks += times.length
    for (const { points: list } of own) {
      points += list.length
      doubles += list.filter(({ value }, index) => value === list[index + 1]?.value).length
    }
    for (const atMs of times) {
      const truth = truthAt(item, atMs)
      const values: readonly SeenValue[] = [
        truth.price,
        truth.in_stock,
        truth.featured_merchant?.seller_id ?? null,
        truth.pricing_count,
        truth.sales_rank[0]?.rank ?? null,
        truth.reviews_count,
      ]
      for (const [index, value] of values.entries()) {
        compared++
        if (pointAt(own[index]?.points ?? [], atMs)?.value !== value) wrong++
      }
    }
  }
  return { looks, points, compared, wrong, doubles }
}

const startMs = performance.now()
const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`
const { looks, points, compared, wrong, doubles, events } = await checkPoints(simulatedItems(ITEMS))
console.log(`${ITEMS} items, ${DAYS} simulated days, ${looks} looks: ${seconds(startMs)}`)
console.log(
  `${points} points; ${compared} values compared with the shop: ${wrong} wrong, ${doubles} double points; ${events} events`,
)

const alertsMs = performance.now()
const counts = countAlerts(simulatedItems(WATCHES), {
  days: DAYS,
  everyMs: EVERY_MS,
  layoutDay: DAYS / 2,
  refused: 0.03,
  broken: 0.005,
})
console.log(
  `${WATCHES} watches, ${counts.looks} looks, ${counts.refused} refused, ${counts.broken} broken: ${seconds(alertsMs)}`,
)
console.log(
  `${counts.alerts} alerts, ${counts.falseAlerts} false; ${counts.changes} changes at the shop, ${counts.missed} values not known at the end`,
)
console.log(`held: ${[...counts.held].join(', ') || 'nothing'}`)
for (const example of counts.examples) console.log(example)
const failures = `${wrong} wrong values, ${doubles} double points, ${counts.falseAlerts} false alerts`
process.exitCode = wrong + doubles + counts.falseAlerts > 0 ? 1 : 0
console.log(`${process.exitCode === 0 ? 'passed' : 'failed'}: ${failures}`)

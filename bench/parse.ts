/**
 * Measures speed and memory, and compares them with other libraries.
 *
 * Each figure is measured in a process of its own. All figures take turns in each
 * round, and the fastest round of each one counts. A figure whose two fastest rounds
 * differ by more than a fifth is marked, and the last line warns.
 *
 * Usage: npm run bench -- parse [--quick]
 *
 * With --quick, fewer pages are measured, in two rounds and for less time: the same tables in two minutes, for a first look.
 */
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { contenders, recordOf, type Task } from './contenders.ts'
import type { Heap } from './measure.ts'
import { describedPages, samplePages } from './pages.ts'
import { printParsing, type Growth, type MeasuredTask } from './parse-tables.ts'
import { tellMeasured } from './result.ts'

const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 2 : 4
/** A round of a slow library takes a minute, and one of growth as well. */
const SLOW_ROUNDS = 2

function measure(...parameters: string[]): unknown {
  const script = join(import.meta.dirname, 'measure.ts')
  const node = ['--expose-gc', '--import', 'tsx', script, ...parameters, ...(isQuick ? ['--quick'] : [])]
  return JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8' }))
}

const TITLES: Readonly<Partial<Record<Task, string>>> = { tree: 'tree (shelfmark: lazy)', read: 'tree, all of it read' }

/** Tasks that there are pages for. */
const tasks: readonly MeasuredTask[] = [...new Set(contenders.map(({ task }) => task))].flatMap((task) => {
  const pages = samplePages(recordOf(task), isQuick)
  const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  return pages.length === 0 ? [] : [{ task, title: TITLES[task] ?? `${task} record`, pages: pages.length, megabytes }]
})

const figures = contenders
  .filter(({ task }) => tasks.some((one) => one.task === task))
  .map(({ task, library, isSlow = false }) => ({ task, library, isSlow, rounds: [] as number[] }))
const date = new Date().toISOString().slice(0, 10)
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${date}: ${describedPages}.`)
console.log(`${figures.length} figures and a growth, in ${ROUNDS} rounds ...\n`)
const growths: Growth[] = []
for (let round = 0; round < ROUNDS; round++) {
  for (const { task, library, isSlow, rounds } of figures) {
    if (round < SLOW_ROUNDS || !isSlow) rounds.push(measure('time', task, library) as number)
  }
  if (round < SLOW_ROUNDS) growths.push(measure('growth') as Growth)
}
const heap = measure('heap') as Heap
const parsing = { pages: describedPages, tasks, figures, growths, heap }
console.log(printParsing(parsing))
tellMeasured({ parsing })

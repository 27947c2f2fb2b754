/**
 * Measures one figure, in a process of its own, and prints it as JSON. `parse.ts` calls it.
 *
 * Usage: node --import tsx bench/measure.ts (time TASK LIBRARY | growth | heap) [--quick]
 */
import { parseArgs } from 'node:util'
import { Bench } from 'tinybench'
import { DEFAULT_RECORD, parsePage } from 'shelfmark'
import { contenders, extractRecord, recordOf } from './contenders.ts'
import { MAX_PAGE_SIZE } from '../core/html/page.ts'
import type { Growth } from './parse-tables.ts'
import { samplePages, sampleSmallPage, type BenchPage } from './pages.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } })
const isQuick = values.quick ?? false

/** The record whose values are measured where no task names one. */
const MEASURED = DEFAULT_RECORD.name

/** Time of a library for all pages. Unit: ms. */
async function measureTime(task: string, library: string): Promise<number> {
  const contender = contenders.find((one) => one.task === task && one.library === library)
  if (contender === undefined) throw new Error(`"${library}" does no task "${task}"`)
  const pages = samplePages(recordOf(contender.task), isQuick)
  if (contender.timesItself) return pages.reduce((sum, page) => sum + Number(contender.run(page)), 0)
  const run = (): void => {
    for (const page of pages) contender.run(page)
  }
  const runEach = async (): Promise<void> => {
    for (const page of pages) await contender.run(page)
  }
  const [first] = pages
  if (first === undefined) throw new Error(`There is no page for the task "${task}"`)
  // What is not awaited by nature is not slowed down by it.
  const result = contender.run(first)
  await result
  const isAwaited = result instanceof Promise
  return timeOf(isAwaited ? runEach : run, contender.isSlow === true ? SLOW : NORMAL)
}

const GROWTH = [1, 4, 16]
/** The largest page that can grow 16 times without exceeding the limit. */
const MAX_GROWN = MAX_PAGE_SIZE / 16

/** Times for one page, with its body repeated 1, 4 and 16 times. */
async function measureGrowth(): Promise<Growth> {
  const page = sampleSmallPage(MAX_GROWN, isQuick)
  const sizes = []
  for (const times of GROWTH) {
    const grown = repeatBody(page, times)
    const parse = await timeOf(() => parsePage(grown.bytes))
    const record = await timeOf(() => extractRecord(MEASURED, grown))
    sizes.push({ size: grown.bytes.length, parse, record })
  }
  return { page: page.name, sizes }
}

function repeatBody(page: BenchPage, times: number): BenchPage {
  const html = page.bytes.toString('latin1')
  const start = html.indexOf('>', html.search(/<body[\s>]/i)) + 1
  const end = html.toLowerCase().lastIndexOf('</body')
  if (start === 0 || end < start) throw new Error(`${page.name} has no body to repeat`)
  const grown = html.slice(0, start) + html.slice(start, end).repeat(times) + html.slice(end)
  return { ...page, bytes: Buffer.from(grown, 'latin1') }
}

const RECORDS = isQuick ? 200 : 1000

/** Memory of a record, from records that are kept, and their number; size of its JSON and of a page. Unit: bytes. */
export interface Heap {
  readonly records: number
  readonly kept: number
  readonly json: number
  readonly page: number
}

function measureHeap(): Heap {
  const { gc } = globalThis
  if (gc === undefined) throw new Error('Run with --expose-gc')
  const pages = samplePages(MEASURED, isQuick)
  const readRecord = (index: number): unknown => {
    const page = pages[index % pages.length] as BenchPage
    return extractRecord(MEASURED, page).record
  }
  for (let i = 0; i < pages.length; i++) readRecord(i)
  const before = usedMemory(gc)
  const records = Array.from({ length: RECORDS }, (_, index) => readRecord(index))
  const kept = usedMemory(gc) - before
  const json = records.reduce<number>((sum, record) => sum + JSON.stringify(record).length, 0)
  const size = pages.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return { records: RECORDS, kept: kept / RECORDS, json: json / RECORDS, page: size / pages.length }
}

function usedMemory(collect: NonNullable<typeof gc>): number {
  // Some memory outside of the heap is freed only by the second collection.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const FULL = { iterations: 3, time: 2000, warmupIterations: 1, warmupTime: 9000 }
const QUICK = { iterations: 1, time: 300, warmupIterations: 1, warmupTime: 500 }
const NORMAL = isQuick ? QUICK : FULL
const SLOW = { iterations: 1, time: 0, warmupIterations: 1, warmupTime: 0 }

/**
 * Median time of a task over two seconds, after nine seconds of warm-up: V8 goes on compiling
 * for hundreds of pages. A quick measurement takes less of both, and that of a slow task is one run after one. Unit: ms.
 */
async function timeOf(task: () => unknown, lengths = NORMAL): Promise<number> {
  const bench = new Bench({ ...lengths, throws: true })
  bench.add('task', task)
  await bench.run()
  const result = bench.tasks[0]?.result
  if (result?.state !== 'completed') throw new Error('The measurement did not complete')
  return result.latency.p50
}

const [what, ...names] = positionals
const [task = '', library = ''] = names
const measured =
  what === 'time' ? await measureTime(task, library) : what === 'growth' ? await measureGrowth() : measureHeap()
console.log(JSON.stringify(measured))

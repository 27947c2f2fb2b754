/**
 * Measures one thing in a process of its own, and prints it as JSON.
 *
 * Usage: node --import tsx bench/measure.ts time NAME | growth | heap
 */
import { Bench } from 'tinybench'
import { extractProduct, parsePage } from 'shelfmark'
import { contenders, requireMarketplace } from './contenders.ts'
import { MAX_PAGE_SIZE } from '../core/html/limits.ts'
import { samplePages, type BenchPage } from './pages.ts'

/** Milliseconds that a contender takes for all pages. */
async function measureTime(name: string): Promise<number> {
  const contender = contenders[name]
  if (contender === undefined) throw new Error(`There is no contender "${name}"`)
  const pages = samplePages(contender.task === 'cards' ? 'search' : 'product')
  return timeOf(() => {
    for (const page of pages) contender.run(page)
  })
}

const GROWTH = [1, 4, 16]
/** The largest page that is still accepted when it has grown. */
const LARGEST = MAX_PAGE_SIZE / 16

/** Milliseconds for one page, and for the same page with its body 4 and 16 times. */
async function measureGrowth(): Promise<{ size: number; parse: number; record: number }[]> {
  const bySize = samplePages('product').toSorted((a, b) => a.bytes.length - b.bytes.length)
  const page = bySize.findLast(({ bytes }) => bytes.length <= LARGEST)
  if (page === undefined) throw new Error('There is no page to measure')
  const growth = []
  for (const times of GROWTH) {
    const grown = repeatBody(page, times)
    const parse = await timeOf(() => parsePage(grown.bytes))
    const record = await timeOf(() => extractProduct(parsePage(grown.bytes), requireMarketplace(grown)))
    growth.push({ size: grown.bytes.length, parse, record })
  }
  return growth
}

function repeatBody(page: BenchPage, times: number): BenchPage {
  const html = page.bytes.toString('latin1')
  const start = html.indexOf('>', html.search(/<body[\s>]/i)) + 1
  const end = html.toLowerCase().lastIndexOf('</body')
  if (start === 0 || end < start) throw new Error(`${page.name} has no body to repeat`)
  const grown = html.slice(0, start) + html.slice(start, end).repeat(times) + html.slice(end)
  return { ...page, bytes: Buffer.from(grown, 'latin1') }
}

const RECORDS = 1000

/** Bytes of heap that each of 1,000 kept records holds, and that its JSON has. */
function measureHeap(): { kept: number; json: number; page: number } {
  const { gc } = globalThis
  if (gc === undefined) throw new Error('Run with --expose-gc')
  const pages = samplePages('product')
  const readRecord = (index: number): unknown => {
    const page = pages[index % pages.length] as BenchPage
    return extractProduct(parsePage(page.bytes), requireMarketplace(page)).record
  }
  for (let i = 0; i < pages.length; i++) readRecord(i)
  const before = usedMemory(gc)
  const records = Array.from({ length: RECORDS }, (_, index) => readRecord(index))
  const kept = usedMemory(gc) - before
  const json = records.reduce<number>((sum, record) => sum + JSON.stringify(record).length, 0)
  const size = pages.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return { kept: kept / RECORDS, json: json / RECORDS, page: size / pages.length }
}

function usedMemory(collect: NonNullable<typeof gc>): number {
  // Of what lies outside of the heap, some is freed by the second collection only.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Median of some seconds of runs, after some that warm up: the engine goes on compiling for hundreds of pages, which takes seconds where the machine is slow. */
async function timeOf(task: () => void): Promise<number> {
  const bench = new Bench({ iterations: 3, time: 2000, warmupIterations: 1, warmupTime: 9000, throws: true })
  bench.add('task', task)
  await bench.run()
  const result = bench.tasks[0]?.result
  if (result?.state !== 'completed') throw new Error('The measurement did not complete')
  return result.latency.p50
}

const [what, name = ''] = process.argv.slice(2)
const measured = what === 'time' ? await measureTime(name) : what === 'growth' ? await measureGrowth() : measureHeap()
console.log(JSON.stringify(measured))

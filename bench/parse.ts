/**
 * Measures speed and memory, and compares them with other libraries.
 *
 * Each figure is measured in a process of its own. The contenders take turns in
 * each round, and the fastest round of each one counts.
 *
 * Usage: npm run bench -- parse [--quick]
 *
 * With --quick, fewer pages are measured, once and for less time: the same table in a minute, for a first look.
 */
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_RECORD, records, type RecordName } from 'shelfmark'
import { contenders } from './contenders.ts'
import { hasRealPages, samplePages } from './pages.ts'

const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 1 : 4
/** A round of css-select takes a minute. */
const SLOW_ROUNDS = 1

function measure(...parameters: string[]): unknown {
  const script = join(import.meta.dirname, 'measure.ts')
  return JSON.parse(
    execFileSync(
      process.execPath,
      ['--expose-gc', '--import', 'tsx', script, ...parameters, ...(isQuick ? ['--quick'] : [])],
      { encoding: 'utf8' },
    ),
  )
}

const names = Object.keys(contenders)
const times = new Map<string, number>(names.map((name) => [name, Number.POSITIVE_INFINITY]))
for (let round = 0; round < ROUNDS; round++) {
  for (const name of names) {
    if (round >= SLOW_ROUNDS && contenders[name]?.isSlow) continue
    times.set(name, Math.min(times.get(name) as number, measure('time', name) as number))
  }
}

const origin = hasRealPages ? 'real pages' : 'simulated pages'
const date = new Date().toISOString().slice(0, 10)
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${date}, ${origin}`)

interface Task {
  readonly heading: string
  /** The record of its contenders. Absent: null, they only parse the page. */
  readonly record: RecordName | null
  /** The record whose pages are read. */
  readonly pagesOf: RecordName
}

const tasks: readonly Task[] = [
  { heading: 'Bytes to tree', record: null, pagesOf: DEFAULT_RECORD.name },
  ...records.map(({ name, rows }) => ({
    heading: `Bytes to ${rows === null ? `${name} record` : `${rows.name}s`}`,
    record: name,
    pagesOf: name,
  })),
]
for (const { heading, record, pagesOf } of tasks) {
  const pages = samplePages(pagesOf, isQuick)
  if (pages.length === 0) continue
  const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  const entries = names.filter((name) => contenders[name]?.record === record)
  const ownTime = times.get(entries[0] as string) as number
  console.log(`\n${heading}: ${pages.length} ${pagesOf} pages, ${megabytes.toFixed(1)} MB`)
  console.log(`${''.padEnd(28)}${'MB/s'.padStart(8)}${'ms/page'.padStart(10)}${'shelfmark is'.padStart(17)}`)
  for (const name of entries) {
    const time = times.get(name) as number
    const speed = ((megabytes / time) * 1000).toFixed(0)
    const ratio = name === entries[0] ? '' : `${(time / ownTime).toFixed(1)} x as fast`
    console.log(
      `${name.padEnd(28)}${speed.padStart(8)}${(time / pages.length).toFixed(2).padStart(10)}${ratio.padStart(17)}`,
    )
  }
}

console.log('\nGrowth: one page, with its body repeated 1, 4 and 16 times')
console.log(
  `${'MB'.padStart(8)}${'parse ms'.padStart(10)}${'ms/MB'.padStart(8)}${'record ms'.padStart(12)}${'ms/MB'.padStart(8)}`,
)
for (const { size, parse, record } of measure('growth') as { size: number; parse: number; record: number }[]) {
  const mb = size / 1e6
  const cells = [mb.toFixed(2).padStart(8), parse.toFixed(2).padStart(10), (parse / mb).toFixed(2).padStart(8)]
  console.log([...cells, record.toFixed(2).padStart(12), (record / mb).toFixed(2).padStart(8)].join(''))
}

const heap = measure('heap') as { records: number; kept: number; json: number; page: number }
const { records: keptRecords, kept, json, page } = heap
console.log(`\nMemory of ${keptRecords.toLocaleString('en')} records`)
const kilobytes = [kept, json, page].map((bytes) => (bytes / 1000).toFixed(1))
console.log(`${kilobytes[0]} kB per record (${kilobytes[1]} kB as JSON; a page has ${kilobytes[2]} kB)`)

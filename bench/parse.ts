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

const tasks = [
  { task: 'parse', kind: 'product', heading: 'Bytes to tree' },
  { task: 'record', kind: 'product', heading: 'Bytes to product record' },
  { task: 'cards', kind: 'search', heading: 'Bytes to cards' },
] as const
for (const { task, kind, heading } of tasks) {
  const pages = samplePages(kind, isQuick)
  const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  const entries = names.filter((name) => contenders[name]?.task === task)
  const ownTime = times.get(entries[0] as string) as number
  console.log(`\n${heading}: ${pages.length} ${kind} pages, ${megabytes.toFixed(1)} MB`)
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
const { records, kept, json, page } = heap
console.log(`\nMemory of ${records.toLocaleString('en')} records`)
const kilobytes = [kept, json, page].map((bytes) => (bytes / 1000).toFixed(1))
console.log(`${kilobytes[0]} kB per record (${kilobytes[1]} kB as JSON; a page has ${kilobytes[2]} kB)`)

/**
 * Extracts a WARC of simulated pages to Parquet with the command line, and compares the Parquet with what the pages
 * were made from.
 *
 * Usage: npm run bench -- warc [GB of pages, default 1] [--gzip]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { generateAsin, generateProduct, renderProduct } from '../adapters/sandbox/index.ts'
import { warcRecord, warcResponse } from '../test/support/saved-formats.ts'

const GB = 1e9
const SAMPLE_MS = 100
const MAIN = join(import.meta.dirname, '../dist/adapters/cli/main.js')
/** Crawls have other records between the pages. */
const REQUEST = Buffer.from('GET / HTTP/1.1\r\nHost: www.amazon.de\r\n\r\n')

/** What both sides must agree on. */
interface Sums {
  readonly count: number
  readonly price: number
  readonly reviewsCount: number
}

function writeWarc(path: string, targetBytes: number, isGzip: boolean): Sums & { readonly bytes: number } {
  const file = openSync(path, 'w')
  const pack = (record: Buffer): Buffer => (isGzip ? gzipSync(record, { level: 1 }) : record)
  let [count, price, reviewsCount, bytes] = [0, 0, 0, 0]
  while (bytes < targetBytes) {
    const asin = generateAsin(`warc ${count}`)
    const truth = generateProduct({ asin, domain: 'de' })
    const page = { url: truth.record.url, html: renderProduct(truth, { weight: 'real' }) }
    writeSync(file, pack(warcRecord('request', page.url, 'application/http; msgtype=request', REQUEST)))
    const response = warcResponse(page)
    writeSync(file, pack(response))
    bytes += response.length
    count++
    price += truth.record.price ?? 0
    reviewsCount += truth.record.reviews_count
  }
  closeSync(file)
  return { count, price, reviewsCount, bytes }
}

/** Runs the command. Gives its time and the most memory that it had. */
async function extract(warc: string, parquet: string): Promise<{ seconds: number; peakMb: number }> {
  const start = performance.now()
  const args = [MAIN, 'extract', warc, '--format', 'parquet', '--out', parquet]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  let peakMb = 0
  const timer = setInterval(() => (peakMb = readPeakMb(child.pid) ?? peakMb), SAMPLE_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(timer)
  if (code !== 0) throw new Error(`The command ended with exit code ${code}.`)
  return { seconds: (performance.now() - start) / 1000, peakMb }
}

/** Highest resident memory so far. Absent: undefined, the process has ended. */
function readPeakMb(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH') return
    throw error
  }
}

async function readParquet(path: string): Promise<Sums & { readonly groups: number }> {
  const file = await asyncBufferFromFile(path)
  const { row_groups: groups } = await parquetMetadataAsync(file)
  let [count, price, reviewsCount] = [0, 0, 0]
  for (const row of await parquetReadObjects({ file, columns: ['price', 'reviews_count'] })) {
    count++
    price += Number(row.price ?? 0)
    reviewsCount += Number(row.reviews_count)
  }
  return { count, price, reviewsCount, groups: groups.length }
}

const { values, positionals } = parseArgs({
  options: { gzip: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const size = Number(positionals[0] ?? '1') * GB
if (!(size > 0)) throw new Error(`Invalid size "${positionals[0]}". Give a number of GB.`)
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-warc-'))
try {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < 1.5 * size) throw new Error(`There is not enough room in ${folder}.`)
  const warc = join(folder, values.gzip ? 'pages.warc.gz' : 'pages.warc')
  const parquet = join(folder, 'pages.parquet')
  const written = writeWarc(warc, size, values.gzip)
  const onDisk = statSync(warc).size
  console.log(
    `${written.count} pages, ${(written.bytes / 1e6).toFixed(0)} MB (${(onDisk / 1e6).toFixed(0)} MB on the disk)`,
  )
  const { seconds, peakMb } = await extract(warc, parquet)
  console.log(
    `${(written.count / seconds).toFixed(0)} pages/s, ${(written.bytes / 1e6 / seconds).toFixed(0)} MB/s, ` +
      `${seconds.toFixed(1)} s, at most ${peakMb.toFixed(0)} MB of memory`,
  )
  const read = await readParquet(parquet)
  console.log(`Parquet: ${(statSync(parquet).size / 1e6).toFixed(1)} MB, ${read.groups} groups, ${read.count} rows`)
  const isEqual =
    read.count === written.count &&
    read.reviewsCount === written.reviewsCount &&
    Math.abs(read.price - written.price) < 0.005
  console.log(`Sum of price: ${written.price.toFixed(2)} in the pages, ${read.price.toFixed(2)} in the Parquet`)
  console.log(`Sum of reviews_count: ${written.reviewsCount} in the pages, ${read.reviewsCount} in the Parquet`)
  if (!isEqual) throw new Error('The Parquet differs from the pages.')
} finally {
  rmSync(folder, { recursive: true })
}

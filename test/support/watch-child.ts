/**
 * A watch of simulated products that kills its process at a moment.
 *
 * Usage: watch-child.ts FOLDER DAYS MOMENT
 *
 * It keeps its clock and what it printed in the folder. `MOMENT`: number of fetches, prints and clock moves before the
 * kill. Exits with 0 when the days are over.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDelivery, runForever, WatchFile } from '../../adapters/watch/index.ts'
import { DEFAULT_RECORD, planWatch } from '../../core/index.ts'
import { DAY_MS, MovedClock, simulatedItems, simulatedRetriever, START_MS } from './simulated-watch.ts'

const [folder = '', days = '', moment = ''] = process.argv.slice(2)
const clockFile = join(folder, 'clock')
const endMs = START_MS + Number(days) * DAY_MS
let left = Number(moment)

function dieLater(): void {
  if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
}

const moved = new MovedClock(existsSync(clockFile) ? Number(readFileSync(clockFile, 'utf8')) : START_MS)
const end = new AbortController()
const clock = {
  nowMs: () => moved.nowMs(),
  sleepUntil: async (ms: number) => {
    dieLater()
    if (ms > endMs) end.abort()
    await moved.sleepUntil(ms, end.signal)
    writeFileSync(clockFile, String(moved.nowMs()))
  },
}
const planned = planWatch(DEFAULT_RECORD, { fields: ['price', 'stock', 'sales_rank[0].rank'] })
if (!planned.ok) throw new Error(JSON.stringify(planned))
const file = new WatchFile(join(folder, 'watch.sqlite'))
const say = (message: string): void => void process.stderr.write(`${message}\n`)
const print = (line: string): void => {
  dieLater()
  appendFileSync(join(folder, 'lines'), `${line}\n`)
  dieLater()
}
const run = {
  name: 'killed',
  items: simulatedItems(3),
  plan: planned.plan,
  everyMs: DAY_MS / 4,
  file,
  retriever: simulatedRetriever({ clock, onFetch: dieLater }),
  clock,
  jobs: 2,
  delivery: createDelivery({ file, print, act: null, say }),
  say,
}
try {
  await runForever(run, end.signal)
} catch (error) {
  if (!end.signal.aborted) throw error
} finally {
  file.close()
}

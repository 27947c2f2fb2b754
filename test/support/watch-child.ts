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
import { openWatchFile } from '../../adapters/cli/watch/open-watch-file.ts'
import type { WatchClock } from '../../adapters/cli/watch/watch-clock.ts'
import {
  DAY_MS,
  MovedClock,
  runUntil,
  simulatedItems,
  simulatedRetriever,
  simulatedRun,
  START_MS,
} from './simulated-watch.ts'

const [folder = '', days = '', moment = ''] = process.argv.slice(2)
const clockFile = join(folder, 'clock')
let left = Number(moment)

function dieLater(): void {
  if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
}

const moved = new MovedClock(existsSync(clockFile) ? Number(readFileSync(clockFile, 'utf8')) : START_MS)
const clock: WatchClock = {
  nowMs: () => moved.nowMs(),
  sleepUntil: async (ms, signal) => {
    dieLater()
    await moved.sleepUntil(ms, signal)
    writeFileSync(clockFile, String(moved.nowMs()))
  },
}
const file = await openWatchFile(join(folder, 'watch.sqlite'), () => clock.nowMs())
const say = (message: string): void => void process.stderr.write(`${message}\n`)
const print = (line: string): void => {
  dieLater()
  appendFileSync(join(folder, 'lines'), `${line}\n`)
  dieLater()
}
const retriever = simulatedRetriever({ clock, onFetch: dieLater })
const given = { name: 'killed', items: simulatedItems(3), file, retriever, clock, jobs: 2, print, say }
const run = simulatedRun(given, { fields: ['price', 'stock', 'sales_rank[0].rank'] })
try {
  await runUntil(run, START_MS + Number(days) * DAY_MS)
} finally {
  await file.store.close()
}

/**
 * Watches of the service, on both stores. Kills: a process that runs watches is killed again and again, and what is
 * left is compared with the simulated shop, the ledger and the receiver. Alerts: many watches of one item through the
 * store, with 3 % of the looks refused and another layout from the middle on, and the events that the operator gets: one
 * for each record and marketplace whose layout changed, and before it perhaps one of the workspace that saw it first. Series: a year of looks is read.
 *
 * Usage: npm run bench -- watch service [KILLS] [WATCHES] [SEED]
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../service/postgres.ts'
import { makeClusterDirectory } from '../service/services.ts'
import { checkKills } from './kills.ts'
import { checkManyWatches } from './many-watches.ts'
import { checkYear } from './year.ts'

const KILLS = Number(process.argv[2] ?? 100)
const WATCHES = Number(process.argv[3] ?? 10_000)
const SEED = process.argv[4] ?? '1'

/** Each check has a store of its own: watches that one left would run in the next. */
const CHECKS = [printKills, printYear, printManyWatches]

const folder = makeClusterDirectory('watch-service')
try {
  for (const [index, check] of CHECKS.entries()) {
    await check('SQLite', join(folder, `${index}`))
    const postgres = await startPostgres(join(folder, `postgres-${index}`))
    try {
      await check('PostgreSQL', postgres.url)
    } finally {
      await postgres.stop()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function printKills(name: string, address: string): Promise<void> {
  const { problems, wrong, doubles, ...report } = await checkKills(address, KILLS, SEED)
  const counts = Object.entries(report).map(([what, count]) => `${count} ${what}`)
  console.log(`${name}, ${KILLS} kills: ${counts.join(', ')}; ${wrong} wrong values, ${doubles} double points`)
  for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`)
  if (problems.length + wrong + doubles > 0) process.exitCode = 1
}

async function printYear(name: string, address: string): Promise<void> {
  const { looks, points, ms, rankMs } = await checkYear(address)
  const [all, rank] = [ms, rankMs].map((time) => `${time.toFixed(1)} ms`)
  console.log(`${name}, a year: ${looks} looks, ${points} points, read in ${all}; its rank in ${rank}`)
}

async function printManyWatches(name: string, address: string): Promise<void> {
  const report = await checkManyWatches(address, WATCHES)
  const { looks, refused, alerts, falseAlerts, held, layoutEvents, examples, unexplained, seconds } = report
  console.log(
    `${name}, ${WATCHES} watches: ${looks} looks, ${refused} refused, ${alerts} alerts, ${falseAlerts} false; ${unexplained} charges without a look; held: ${held.join(', ') || 'nothing'}; ${seconds.toFixed(0)} s`,
  )
  const events = layoutEvents.map(
    ({ record, domain, fields, at }) => `${record} ${domain}, ${fields.length} fields, at ${at}`,
  )
  console.log(`  layout events to the operator: ${events.length} (${events.join(', ') || 'none'})`)
  for (const example of examples) console.log(`  false: ${example}`)
  if (falseAlerts + unexplained > 0) process.exitCode = 1
}

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

let isWrong = false
const folder = makeClusterDirectory('watch-service')
const postgres = await startPostgres(join(folder, 'postgres'))
try {
  for (const [name, address] of [
    ['SQLite', join(folder, 'kills')],
    ['PostgreSQL', postgres.url],
  ] as const) {
    const { problems, wrong, doubles, ...report } = await checkKills(address, KILLS, SEED)
    const counts = Object.entries(report).map(([what, count]) => `${count} ${what}`)
    console.log(`${name}, ${KILLS} kills: ${counts.join(', ')}; ${wrong} wrong values, ${doubles} double points`)
    for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`)
    isWrong ||= problems.length + wrong + doubles > 0
    const year = await checkYear(name === 'SQLite' ? join(folder, 'year') : postgres.url)
    console.log(
      `${name}, a year: ${year.looks} looks, ${year.points} points, read in ${year.ms.toFixed(1)} ms; its rank in ${year.rankMs.toFixed(1)} ms`,
    )
  }
  const counts = await checkManyWatches(join(folder, 'many'), WATCHES)
  console.log(
    `${WATCHES} watches: ${counts.looks} looks, ${counts.refused} refused, ${counts.alerts} alerts, ${counts.falseAlerts} false; held: ${counts.held.join(', ') || 'nothing'}; ${counts.seconds.toFixed(0)} s`,
  )
  const events = counts.layoutEvents.map(
    ({ record, domain, fields, at }) => `${record} ${domain}, ${fields.length} fields, at ${at}`,
  )
  console.log(`  layout events to the operator: ${events.length} (${events.join(', ') || 'none'})`)
  for (const example of counts.examples) console.log(`  false: ${example}`)
  isWrong ||= counts.falseAlerts > 0
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isWrong ? 1 : 0

import { findGaps } from '../../core/index.ts'
import { suggest } from '../similar.ts'
import { column } from '../pages/table/column.ts'
import { csv } from '../pages/table/formats.ts'
import type { Table } from '../pages/table/rows.ts'
import { readHistory } from '../work/watch/read-series.ts'
import { listNamed, type WatchFile } from './watch/open-watch-file.ts'
import { fail, requireKnown } from './exit.ts'
import { print } from './print.ts'

const table: Table = {
  columns: [
    column('at', 'text'),
    column('value', 'text'),
    column('series', 'integer'),
    column('winner', 'text'),
    column('gap_until', 'text'),
  ],
  record: 'at',
  definitionOf: () => null,
}

/**
 * Prints the points of a field of an item, and the times in which it was not seen. Ends the command when there is no
 * such item or field.
 */
export async function printSeries(file: WatchFile, item: string, field: string, formatName: string): Promise<void> {
  const format = requireKnown('format', formatName, ['csv', 'json'])
  const named = await listNamed(file)
  const [found, ...more] = named.filter(({ name }) => name === item)
  if (found === undefined) {
    const names = [...new Set(named.map(({ name }) => name))]
    return fail(`There is no item "${item}" in the file. ${suggest(item, names)}`)
  }
  if (more.length > 0)
    return fail(`There are ${more.length + 1} items "${item}" in the file. Watch each in a file of its own.`)
  const { watches } = file.store
  const span = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }
  const { points, looks } = await readHistory(watches, { ...found, field, ...span })
  if (points.length === 0) {
    const fields = await watches.listFields(found.watchId, found.item)
    return fail(`There are no points of "${field}". ${suggest(field, fields)}`)
  }
  const rows = points.map(({ atMs, value, series, winner }) => ({ at: toIso(atMs), value, series, winner }))
  const gaps = findGaps(looks).map(({ fromMs, toMs }) => ({
    from: toIso(fromMs),
    to: toMs === null ? null : toIso(toMs),
  }))
  if (format === 'json') {
    const last = looks.at(-1)
    print(
      `${JSON.stringify({ item, field, points: rows, gaps, last_look: last === undefined ? null : toIso(last.atMs) })}\n`,
    )
    return
  }
  const output = await csv.open(table, undefined)
  const lines = [...rows, ...gaps.map(({ from, to }) => ({ at: from, gap_until: to ?? 'now' }))]
  for (const line of lines.toSorted((left, right) => (left.at < right.at ? -1 : 1))) {
    await output.write(JSON.stringify(line))
  }
  await output.end()
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

import { listDays } from '../../../../core/policy/index.ts'
import type { NamedLayout } from '../../../observe/field-layouts.ts'
import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { formatNumber, formatShare } from '../../kit/format.ts'
import { Chart } from '../../kit/chart.tsx'
import { Loading } from '../../kit/loading.tsx'
import type { Series } from '../../kit/series.ts'
import { readStatistics } from '../service/read-statistics.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { FieldSamples } from './field-samples.tsx'
import { DriftTag, printShare } from './field-table.tsx'

/** Colors of the first sources; the others are listed only. */
const COLORS = ['--accent', '--mark', '--bad']

interface FieldDetailProps {
  readonly layout: NamedLayout
  readonly days: DayRange
  readonly onClose: () => void
}

/** How often a field had a value, and which source gave it, by day. */
export function FieldDetail({ layout, days, onClose }: FieldDetailProps) {
  const { record, domain, field, filled, unread, reads, sources, drift } = layout
  const list = field.includes('[]') ? field.slice(0, field.indexOf('[]') + 2) : ''
  const loaded = useLoaded(
    () =>
      Promise.all([
        readStatistics('reads', { days, of: [record, domain, list] }),
        readStatistics('winners', { days, of: [record, domain, field] }),
      ]),
    [record, domain, field, days.from],
  )
  const all = listDays(days)
  return (
    <Card
      title={
        <>
          {field} <span class="tag">{record}</span> <span class="tag">{domain}</span> <DriftTag drift={drift} />
        </>
      }
      label={`Sources of ${field}`}
      actions={<Button text="Close" onClick={onClose} />}
    >
      <p class="quiet">
        A value on {printShare(filled.before)} of {formatNumber(reads.before)} before, on {printShare(filled.recent)} of{' '}
        {formatNumber(reads.recent)} now; shown and not read on {printShare(unread.before)} before,{' '}
        {printShare(unread.recent)} now.
      </p>
      <Loading of={loaded}>
        {([read, won]) => (
          <Chart
            label={`Share of the ${list === '' ? 'records' : 'rows'} in which ${field} had a value, by day and source`}
            days={all}
            series={[
              toSeries('any value', '--quiet', won, read, all),
              ...sources
                .slice(0, COLORS.length)
                .map(({ source }, at) => toSeries(source, COLORS[at] ?? '--quiet', ofSource(won, source), read, all)),
            ]}
            as="lines"
            format={formatShare}
            unit=""
          />
        )}
      </Loading>
      <ul class="plain-list">
        {sources.map(({ source, before, recent }) => (
          <li key={source}>
            <code>{source}</code>{' '}
            <span class="quiet">
              {printShare(before)} of the values before, {printShare(recent)} now
            </span>
          </li>
        ))}
      </ul>
      <FieldSamples {...layout} />
    </Card>
  )
}

const ofSource = (rows: readonly StatisticsRow[], source: string): readonly StatisticsRow[] =>
  rows.filter(({ name }) => name[3] === source)

/** Counts as shares of the reads of each day. A day without reads is a gap. */
function toSeries(
  name: string,
  color: string,
  counts: readonly StatisticsRow[],
  reads: readonly StatisticsRow[],
  days: readonly string[],
): Series {
  const sum = (rows: readonly StatisticsRow[], day: string): number =>
    rows.reduce((total, row) => total + (row.day === day ? row.count : 0), 0)
  const values = days.map((day) => {
    const of = sum(reads, day)
    return of === 0 ? null : Math.min(sum(counts, day) / of, 1)
  })
  return { name, color, values }
}

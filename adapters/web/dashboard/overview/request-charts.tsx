import { useSignal } from '@preact/signals'
import { listDays } from '../../../../core/policy/index.ts'
import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { formatNumber, formatShare } from '../../kit/format.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { Chart } from '../../kit/chart.tsx'
import type { Series } from '../../kit/series.ts'
import { formatStep } from './overview-tables.tsx'
import { endpointOf, groupBy, sumRequests, timeOf, type RequestSum } from './request-sums.ts'

interface RequestChartsProps {
  readonly days: DayRange
  readonly rows: readonly StatisticsRow[]
  /** Counts of the series `refusals`. */
  readonly refusals: readonly StatisticsRow[]
}

const COLORS = ['--accent', '--mark']

type Measure = 'requests' | 'succeeded' | 'time' | 'refused'

/** What is shown of each endpoint. */
const MEASURES: Readonly<Record<'succeeded' | 'time', (sum: RequestSum) => number | null>> = {
  succeeded: (sum) => (sum.total === 0 ? null : sum.ok / sum.total),
  time: (sum) => timeOf(sum, 0.95),
}

/** Colors of the errors that refuse most; the others count together. */
const REFUSED_COLORS = ['--mark', '--bad', '--accent']

/** Refused requests by day: errors on top of each other, the most frequent first. */
function toRefusedSeries(refusals: readonly StatisticsRow[], days: readonly string[]): Series[] {
  const errors = [...groupBy(refusals, ({ name }) => name[2] ?? '')].toSorted(([, a], [, b]) => count(b) - count(a))
  const most = errors.slice(0, REFUSED_COLORS.length)
  const others = errors.slice(REFUSED_COLORS.length).flatMap(([, rows]) => rows)
  const toSeries = (name: string, color: string, rows: readonly StatisticsRow[]): Series => {
    const byDay = groupBy(rows, ({ day }) => day ?? '')
    return { name, color, values: days.map((day) => count(byDay.get(day) ?? [])) }
  }
  return [
    ...most.map(([name, rows], index) => toSeries(name, REFUSED_COLORS[index] ?? '--quiet', rows)),
    ...(others.length === 0 ? [] : [toSeries('others', '--quiet', others)]),
  ]
}

const count = (rows: readonly StatisticsRow[]): number => rows.reduce((sum, row) => sum + row.count, 0)

/** Requests, their success and their time, by day. */
export function RequestCharts({ days, rows, refusals }: RequestChartsProps) {
  const measure = useSignal<Measure>('requests')
  const all = listDays(days)
  const byDay = (own: readonly StatisticsRow[], toValue: (sum: RequestSum) => number | null): (number | null)[] => {
    const groups = groupBy(own, ({ day }) => day ?? '')
    return all.map((day) => toValue(sumRequests(groups.get(day) ?? [])))
  }
  const byEndpoint = (toValue: (sum: RequestSum) => number | null): Series[] =>
    [...groupBy(rows, endpointOf)].map(([name, own], index) => ({
      name,
      color: COLORS[index % COLORS.length] ?? '--accent',
      values: byDay(own, toValue),
    }))
  const outcomes = [
    { name: 'Failed', color: '--bad', values: byDay(rows, ({ total, ok }) => total - ok) },
    { name: 'Succeeded', color: '--accent', values: byDay(rows, ({ ok }) => ok) },
  ]
  const { value } = measure
  return (
    <section class="card stack">
      <Tabs
        label="By day"
        tabs={[
          { name: 'requests', text: 'Requests' },
          { name: 'succeeded', text: 'Succeeded' },
          { name: 'time', text: '95% within' },
          { name: 'refused', text: 'Refused' },
        ]}
        chosen={value}
        onChoose={(name) => (measure.value = name)}
      >
        {value === 'requests' || value === 'refused' ? (
          <Chart
            label={value === 'requests' ? 'Requests by day' : 'Refused requests by day and error'}
            days={all}
            series={value === 'requests' ? outcomes : toRefusedSeries(refusals, all)}
            as="bars"
            format={formatNumber}
            unit="requests"
            key={value}
          />
        ) : (
          <Chart
            label={`${value === 'time' ? 'Time of 95% of the requests' : 'Share of requests that succeeded'}, by day and endpoint`}
            days={all}
            series={byEndpoint(MEASURES[value])}
            as="lines"
            format={value === 'time' ? formatStep : formatShare}
            unit=""
            key={value}
          />
        )}
      </Tabs>
    </section>
  )
}

import { useSignal } from '@preact/signals'
import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { formatDuration, formatNumber, formatShare } from '../../parts/format.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { Chart } from '../parts/chart.tsx'
import type { Series } from '../parts/draw-chart.ts'
import { listDays } from '../service/days.ts'
import { endpointOf, groupBy, sumRequests, timeOf, type RequestSum } from './request-sums.ts'

interface RequestChartsProps {
  readonly days: DayRange
  readonly rows: readonly StatisticsRow[]
}

const COLORS = ['--accent', '--mark']

type Measure = 'requests' | 'succeeded' | 'time'

/** What is shown of each endpoint. */
const MEASURES: Readonly<Record<Exclude<Measure, 'requests'>, (sum: RequestSum) => number | null>> = {
  succeeded: (sum) => (sum.total === 0 ? null : sum.ok / sum.total),
  time: (sum) => timeOf(sum, 0.95),
}

/** Requests, their success and their time, by day. */
export function RequestCharts({ days, rows }: RequestChartsProps) {
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
          { name: 'time', text: '95 % answered within' },
        ]}
        chosen={value}
        onChoose={(name) => (measure.value = name)}
      >
        {value === 'requests' ? (
          <Chart label="Requests by day" days={all} series={outcomes} as="bars" format={formatNumber} />
        ) : (
          <Chart
            label={`${value === 'time' ? 'Time of 95 % of the requests' : 'Share of requests that succeeded'}, by day and endpoint`}
            days={all}
            series={byEndpoint(MEASURES[value])}
            as="lines"
            format={value === 'time' ? formatDuration : formatShare}
            key={value}
          />
        )}
      </Tabs>
    </section>
  )
}

import { useSignal } from '@preact/signals'
import type { AdminSeries, AdminWatch } from '../../../http/admin/watch-commands.ts'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Chart } from '../../kit/chart.tsx'
import { DaysSelect, readDays } from '../parts/params.tsx'
import { Card } from '../../kit/card.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Paged } from '../../kit/paged.tsx'
import { Select } from '../../kit/select.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { toFieldChart, toSeriesRows, type SeriesRow } from './chart-series.ts'
import { printValue } from './describe-watch.ts'

interface SeriesViewProps {
  readonly watch: AdminWatch
  readonly item: number
}

const DAY_MS = 86_400_000

/** The values of a field of an item over time. */
export function SeriesView({ watch, item }: SeriesViewProps) {
  const field = useSignal<string | null>(null)
  const days = readDays()
  const loaded = useLoaded(() => {
    // The time of the service may be another one than that of the browser: its last look says it.
    const lastMs = Date.parse(watch.last_look_at ?? watch.created_at)
    const fromMs = Math.max(Date.parse(watch.created_at), lastMs - days * DAY_MS)
    const asked = field.value === null ? {} : { field: field.value }
    return administrate(
      'watches.series',
      { watch: watch.id, item, ...asked, from: new Date(fromMs).toISOString() },
      true,
    )
  }, [watch.id, item, field.value, days, watch.looks_count])
  return (
    <Card
      title={`Values of item ${formatNumber(item)}`}
      actions={
        <>
          {loaded.value !== null && loaded.value.fields.length > 0 && (
            <Select
              label="Field"
              class="cut"
              options={loaded.value.fields}
              value={loaded.value.field}
              onChange={(chosen) => (field.value = chosen)}
            />
          )}
          <DaysSelect />
        </>
      }
    >
      <Loading of={loaded}>{(series) => <Shown series={series} />}</Loading>
    </Card>
  )
}

function Shown({ series }: { readonly series: AdminSeries }) {
  const rows = toSeriesRows(series)
  if (rows.length === 0) return <p class="quiet">No look has seen a value in this time.</p>
  const chart = toFieldChart(series)
  const table = <ValueTable of={series.field} rows={rows} />
  return (
    <>
      <Gaps of={series} />
      {chart === null ? (
        table
      ) : (
        <Chart
          label={`${series.field} of item ${series.item} over time`}
          days={chart.times}
          series={chart.series}
          as="steps"
          format={formatNumber}
          unit=""
          key={series.field}
        >
          {table}
        </Chart>
      )}
    </>
  )
}

function Gaps({ of: { gaps } }: { readonly of: AdminSeries }) {
  if (gaps.length === 0) return null
  const isOpen = gaps.some(({ to }) => to === null)
  return (
    <p class="quiet">
      {gaps.length === 1 ? 'The line has a gap' : `The line has ${formatNumber(gaps.length)} gaps`}: no look saw the
      field then{isOpen && ', and none sees it now'}.
    </p>
  )
}

function ValueTable({ of: field, rows }: { readonly of: string; readonly rows: readonly SeriesRow[] }) {
  return (
    <Paged of={`the values of ${field}`} rows={rows}>
      {(page) => (
        <Table label={`Values of ${field}`} columns={COLUMNS} rows={page} keyOf={({ kind, at }) => `${kind} ${at}`} />
      )}
    </Paged>
  )
}

const COLUMNS: readonly Column<SeriesRow>[] = [
  { title: 'From', cell: ({ at }) => formatMoment(at) },
  {
    title: 'Value',
    as: 'wrap',
    cell: ({ point, until }) =>
      point === null ? (
        <span class="quiet">not seen{until === null ? '' : ` until ${formatMoment(until)}`}</span>
      ) : (
        <span dir="auto">{printValue(point.value)}</span>
      ),
  },
  { title: 'Place', cell: ({ point }) => <span dir="auto">{point?.place ?? ''}</span> },
  {
    title: 'Selector',
    as: 'wrap',
    cell: ({ point, drift }) => (
      <>
        {drift && <span class="tag warn">another selector</span>} <code>{point?.winner ?? ''}</code>
      </>
    ),
  },
]

import type { Rank } from '../../../../core/contract/index.ts'
import type { AdminWatch, AdminWatchItem } from '../../../http/admin/watch-commands.ts'
import { Card } from '../../kit/card.tsx'
import { Chart } from '../../kit/chart.tsx'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Paged } from '../../kit/paged.tsx'
import { Pager, usePages } from '../../kit/pager.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { DaysSelect, readDays } from '../parts/params.tsx'
import { administrate } from '../service/administrate.ts'
import { toRankChart } from './chart-rank.ts'
import { describeInput } from './describe-watch.ts'

const PER_PAGE = 5
const DAY_MS = 86_400_000

/** Where tracked products are among the results of each search, a chart for each. */
export function RankView({ watch }: { readonly watch: AdminWatch }) {
  const { cursor: from = 0, turnTo } = usePages<number>()
  const loaded = useLoaded(
    () => administrate('watches.items', { watch: watch.id, from, limit: PER_PAGE }, true),
    [watch.id, from],
  )
  return (
    <Card title="Rank" actions={<DaysSelect />}>
      <Loading of={loaded}>
        {({ items, next }) => (
          <div class="stack">
            {items.map((item) => (
              <Keyword watch={watch} item={item} key={item.index} />
            ))}
            <Pager of="keywords" {...turnTo(next)} />
          </div>
        )}
      </Loading>
    </Card>
  )
}

function Keyword({ watch, item }: { readonly watch: AdminWatch; readonly item: AdminWatchItem }) {
  const days = readDays()
  const loaded = useLoaded(() => {
    const lastMs = Date.parse(watch.last_look_at ?? watch.created_at)
    const from = new Date(Math.max(Date.parse(watch.created_at), lastMs - days * DAY_MS)).toISOString()
    return administrate('watches.rank', { watch: watch.id, item: item.index, from }, true)
  }, [watch.id, item.index, days, watch.looks_count])
  const name = describeInput(item.input, item.reference)
  return (
    <section class="stack">
      <h3 class="wrap" dir="auto">
        {name}
      </h3>
      <Loading of={loaded}>{(rank) => <Shown rank={rank} name={name} />}</Loading>
    </section>
  )
}

interface ShownProps {
  readonly rank: Rank
  /** Of the search. */
  readonly name: string
}

function Shown({ rank, name }: ShownProps) {
  const now = rank.points.at(-1)
  if (now === undefined) return <p class="quiet">No look has seen this search in this time.</p>
  const chart = toRankChart(rank)
  return (
    <>
      {chart !== null && (
        <Chart
          label={`Positions in the search ${name} over time`}
          days={chart.times}
          series={chart.series}
          as="steps"
          isRank
          format={formatNumber}
          unit=""
        />
      )}
      <Table
        label={`Products in the search ${name}`}
        columns={productColumns(rank, now.pages)}
        rows={now.products}
        keyOf={({ asin }) => asin}
        none="No product is tracked."
      />
      <Table
        label={`Brands in the search ${name}`}
        columns={BRAND_COLUMNS}
        rows={now.brands}
        keyOf={({ brand }) => brand}
        none="No card names a brand."
      />
      <Paged of={`the changes of ${name}`} rows={rank.changes.toReversed()}>
        {(rows) => (
          <Table
            label={`Changes in the search ${name}`}
            columns={CHANGE_COLUMNS}
            rows={rows}
            keyOf={({ at, asin }) => `${at} ${asin}`}
            none="No position has changed in this time."
          />
        )}
      </Paged>
    </>
  )
}

type Point = Rank['points'][number]

function productColumns({ changes }: Rank, pages: number): readonly Column<Point['products'][number]>[] {
  const out = pages === 1 ? 'not on the page' : `not on ${formatNumber(pages)} pages`
  return [
    { title: 'Product', cell: ({ asin }) => <code>{asin}</code> },
    {
      title: 'Position',
      as: 'number',
      cell: ({ organic_position: position }) =>
        position === null ? <span class="quiet">{out}</span> : formatNumber(position),
    },
    { title: 'Ad', as: 'number', cell: ({ sponsored_position: ad }) => (ad === null ? '' : formatNumber(ad)) },
    { title: 'Page', as: 'number', cell: ({ page }) => (page === null ? '' : formatNumber(page)) },
    { title: 'Behind', as: 'wrap', cell: ({ above }) => <code>{above.join(' ')}</code> },
    {
      title: 'Last change',
      cell: ({ asin }) => {
        const change = changes.findLast((one) => one.asin === asin)
        return change === undefined ? '' : `${describeChange(change)}, ${formatMoment(change.at)}`
      },
    },
  ]
}

const BRAND_COLUMNS: readonly Column<Point['brands'][number]>[] = [
  { title: 'Brand', cell: ({ brand }) => <span dir="auto">{brand}</span> },
  { title: 'Cards', as: 'number', cell: ({ cards }) => formatNumber(cards) },
  { title: 'Share', as: 'number', cell: ({ share }) => printShare(share) },
  { title: 'Of the first 10', as: 'number', cell: ({ top10_share: share }) => printShare(share) },
]

const CHANGE_COLUMNS: readonly Column<Rank['changes'][number]>[] = [
  { title: 'Time', cell: ({ at }) => formatMoment(at) },
  { title: 'Product', cell: ({ asin }) => <code>{asin}</code> },
  { title: 'Change', cell: describeChange },
  { title: 'First 10', cell: ({ top10 }) => top10 ?? '' },
]

function describeChange({ change, before, after }: Rank['changes'][number]): string {
  if (change !== 'position') return `${change} (${before ?? '–'} to ${after ?? '–'})`
  return `${before ?? '–'} to ${after ?? '–'}`
}

function printShare(share: number): string {
  return `${formatNumber(Math.round(share * 100))}%`
}

import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import { formatNumber, formatShare } from '../../kit/format.ts'
import { linkTo } from '../service/address.ts'
import { DaysSelect, readDays } from '../parts/params.tsx'
import { daysBack } from '../service/days.ts'
import { Empty, Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { useStatistics } from '../service/read-statistics.ts'
import { sumAttempts, type SourceSum } from './sum-attempts.ts'

/** How marketplaces answer, over all workspaces. */
export function SourcesView() {
  const count = readDays()
  const loaded = useStatistics('attempts', { days: daysBack(count), byDay: false })
  return (
    <>
      <Head title="Sources" about="What marketplaces answered to each attempt at a page, for all workspaces together.">
        <DaysSelect />
      </Head>
      <Loading of={loaded}>{(rows) => <Shown rows={rows} />}</Loading>
    </>
  )
}

function Shown({ rows }: { readonly rows: readonly StatisticsRow[] }) {
  if (rows.length === 0) {
    return (
      <Empty title="No page was fetched yet">
        Send a request with a <a href={linkTo('keys')}>live key</a>. Its attempts are counted here.
      </Empty>
    )
  }
  return <Table isCard label="Marketplaces" columns={COLUMNS} rows={sumAttempts(rows)} keyOf={({ domain }) => domain} />
}

/** A column with a share of the attempts. */
const share = (title: string, countOf: (sum: SourceSum) => number): Column<SourceSum> => ({
  title,
  as: 'number',
  cell: (sum) => (countOf(sum) === 0 ? '–' : formatShare(countOf(sum) / sum.total)),
})

const COLUMNS: readonly Column<SourceSum>[] = [
  { title: 'Domain', cell: ({ domain }) => domain },
  { title: 'Attempts', as: 'number', cell: ({ total }) => formatNumber(total) },
  share('Records', ({ records }) => records),
  share('Captchas', ({ captchas }) => captchas),
  share('Throttled', ({ throttled }) => throttled),
  share('No answer', ({ unanswered }) => unanswered),
  {
    title: 'Others',
    as: 'small',
    cell: ({ others }) =>
      others.length === 0 ? '–' : others.map(([outcome, count]) => `${outcome} ${formatNumber(count)}`).join(', '),
  },
]

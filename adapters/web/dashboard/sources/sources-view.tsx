import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { linkTo } from '../service/address.ts'
import { DaysSelect, readDays } from '../parts/days-select.tsx'
import { daysBack } from '../service/days.ts'
import { Empty, Head } from '../parts/head.tsx'
import { Loading } from '../parts/loading.tsx'
import { readStatistics } from '../service/read-statistics.ts'
import { useLoaded } from '../service/use-loaded.ts'
import { sumAttempts, type SourceSum } from './sum-attempts.ts'

/** How marketplaces answer, over all workspaces. */
export function SourcesView() {
  const count = readDays()
  const loaded = useLoaded(() => readStatistics('attempts', { days: daysBack(count), byDay: false }), [count])
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
  return (
    <div class="scroll card" tabIndex={0} role="region" aria-label="Marketplaces">
      <table>
        <thead>
          <tr>
            <th scope="col">Domain</th>
            <th scope="col" class="number">
              Attempts
            </th>
            <th scope="col" class="number">
              Records
            </th>
            <th scope="col" class="number">
              Captchas
            </th>
            <th scope="col" class="number">
              Throttled
            </th>
            <th scope="col" class="number">
              No answer
            </th>
            <th scope="col">Others</th>
          </tr>
        </thead>
        <tbody>
          {sumAttempts(rows).map((sum) => (
            <Row of={sum} key={sum.domain} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ of: { domain, total, records, captchas, throttled, unanswered, others } }: { readonly of: SourceSum }) {
  const share = (count: number) => <td class="number">{count === 0 ? '–' : formatShare(count / total)}</td>
  return (
    <tr>
      <th scope="row">{domain}</th>
      <td class="number">{formatNumber(total)}</td>
      {share(records)}
      {share(captchas)}
      {share(throttled)}
      {share(unanswered)}
      <td class="small">
        {others.length === 0 ? '–' : others.map(([outcome, count]) => `${outcome} ${formatNumber(count)}`).join(', ')}
      </td>
    </tr>
  )
}

import { listDays } from '../../../../core/policy/index.ts'
import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { formatShare } from '../../parts/format.ts'
import { Chart } from '../parts/chart.tsx'
import type { Series } from '../parts/series.ts'
import { Loading } from '../parts/loading.tsx'
import { readStatistics } from '../service/read-statistics.ts'
import { useLoaded } from '../service/use-loaded.ts'
import type { FieldLayout } from './find-drift.ts'

/** Colors of the first candidates; the others count together. */
const COLORS = ['--accent', '--mark', '--bad', '--good']

interface CandidateChartProps {
  readonly field: FieldLayout
  readonly days: DayRange
  readonly onClose: () => void
}

/** Which candidate of a field won, by day. */
export function CandidateChart({ field: { domain, field, candidates }, days, onClose }: CandidateChartProps) {
  const loaded = useLoaded(() => readStatistics('winners', { days, of: [domain, field] }), [domain, field])
  const all = listDays(days)
  return (
    <section class="card stack" aria-label={`Candidates of ${field}`}>
      <div class="row apart">
        <h2>
          {field} <span class="tag">{domain}</span>
        </h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <Loading of={loaded}>
        {(rows) => (
          <Chart
            label={`Share of the values of ${field} that each candidate gave, by day`}
            days={all}
            series={candidates
              .slice(0, COLORS.length)
              .map(({ selector }, index) => toSeries(selector, index, rows, all))}
            as="lines"
            format={formatShare}
          />
        )}
      </Loading>
      <ul class="plain-list">
        {candidates.map(({ selector, before, recent }) => (
          <li key={selector}>
            <code>{selector}</code>{' '}
            <span class="quiet">
              {formatShare(before)} before, {formatShare(recent)} now
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toSeries(selector: string, index: number, rows: readonly StatisticsRow[], days: readonly string[]): Series {
  const [own, total] = [new Map<string, number>(), new Map<string, number>()]
  for (const { day, name, count } of rows) {
    total.set(day ?? '', (total.get(day ?? '') ?? 0) + count)
    if (name[2] === selector) own.set(day ?? '', count)
  }
  const values = days.map((day) => {
    const of = total.get(day)
    return of === undefined ? null : (own.get(day) ?? 0) / of
  })
  return { name: selector, color: COLORS[index] ?? '--quiet', values }
}

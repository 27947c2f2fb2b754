import type { OutcomeCount, OutcomeSums } from '../../../http/admin/request-commands.ts'
import { formatNumber, formatShare } from '../../kit/format.ts'
import { Table } from '../../kit/table.tsx'
import { address, linkTo } from '../service/address.ts'
import { describeOutcome } from './describe-outcome.ts'

/** How the requests of the shown time ended, and why those that failed did. */
export function Outcomes({ sums: { outcomes, isWhole } }: { readonly sums: OutcomeSums }) {
  const total = outcomes.reduce((sum, { count }) => sum + count, 0)
  const failed = outcomes.filter(({ outcome }) => outcome !== 'ok')
  const failures = failed.reduce((sum, { count }) => sum + count, 0)
  return (
    <section class="card stack">
      <p class="big">
        {formatNumber(failures)}{' '}
        <span class="quiet">
          of {formatNumber(total)} {total === 1 ? 'request' : 'requests'} failed
          {total > 0 && ` (${formatShare(failures / total)})`}
        </span>
      </p>
      {!isWhole && <p class="notice warn">Only the newest {formatNumber(total)} are counted: choose a shorter time.</p>}
      {failed.length > 0 && (
        <Table
          label="Why requests failed"
          columns={[
            {
              title: 'Why',
              as: 'wrap',
              cell: (row) => (
                <>
                  <a href={linkToOutcome(row)}>
                    <code>{row.reason === null ? row.outcome : `${row.outcome}: ${row.reason}`}</code>
                  </a>
                  <span class="meaning">{describeOutcome(row)}</span>
                </>
              ),
            },
            {
              title: 'Requests',
              as: 'number',
              cell: ({ count, isPart }) => `${isPart ? '≥ ' : ''}${formatNumber(count)}`,
            },
          ]}
          rows={failed}
          keyOf={({ outcome, reason }) => `${outcome} ${reason ?? ''}`}
        />
      )}
    </section>
  )
}

/** Address of the requests that ended so. */
function linkToOutcome({ outcome, reason }: OutcomeCount): string {
  return linkTo('requests', null, { ...Object.fromEntries(address.value.params), outcome, reason, after: null })
}

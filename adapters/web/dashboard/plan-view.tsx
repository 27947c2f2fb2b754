import type { Account } from '../../../core/contract/index.ts'
import { Card } from '../kit/card.tsx'
import { Facts } from '../kit/facts.tsx'
import { formatDay, formatNumber, formatShare, formatSize } from '../kit/format.ts'
import { administrate } from './service/administrate.ts'
import { Head } from '../kit/head.tsx'
import { Loading } from '../kit/loading.tsx'
import { Meter } from '../kit/meter.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import type { ViewProps } from './parts/view-props.ts'

/** Plan, credits of the month, and what the keys of a workspace may do. */
export function PlanView({ workspace }: ViewProps) {
  const loaded = useLoaded(
    () => administrate('workspaces.account', { workspace: workspace.id, kind: 'live' }),
    [workspace.id],
  )
  return (
    <>
      <Head
        title="Plan"
        about={`What “${workspace.name}” may use. The plan and its terms change with “shelfmark workspaces update”.`}
      />
      <Loading of={loaded}>{(account) => <Shown account={account} />}</Loading>
    </>
  )
}

function Shown({ account }: { readonly account: Account }) {
  const { plan, used, pay_as_you_go: paysAsItGoes, resets_at: end, ceilings, stored_bytes: bytes } = account
  const { spending_cap: cap } = account
  const allowance = account.allowance ?? 0
  return (
    <div class="columns">
      <Card
        title={
          <>
            Credits of this month <span class="tag">{plan}</span>
          </>
        }
      >
        <p class="big">
          {formatNumber(used)} <span class="quiet">of {formatNumber(allowance)}</span>
        </p>
        <Meter label="Credits used" value={used} most={allowance} />
        <p>
          {used > allowance
            ? `${formatNumber(used - allowance)} beyond the allowance.`
            : `${formatNumber(allowance - used)} are left (${formatShare(allowance === 0 ? 0 : 1 - used / allowance)}).`}{' '}
          The next month begins on {formatDay(end.slice(0, 10))} (UTC).
        </p>
        <p class="quiet">
          {paysAsItGoes
            ? 'Requests beyond the allowance are charged (pay as you go).'
            : 'Requests beyond the allowance are refused with 402: pay as you go is off.'}
          {cap === null ? '' : ` Requests above the spending cap of ${formatNumber(cap)} are refused with 402.`}
        </p>
      </Card>
      <Card title="Stored results">
        <p class="big">
          {formatSize(bytes)} <span class="quiet">of {formatSize(ceilings.stored_bytes)}</span>
        </p>
        <Meter label="Stored bytes" value={bytes} most={ceilings.stored_bytes} />
        <p class="quiet">
          Inputs and results of batches from live keys. They are deleted some days after the batch ends.
        </p>
      </Card>
      <Card title="Limits of each key">
        <Facts
          of={[
            ['Requests at the same time', formatNumber(ceilings.concurrency)],
            [
              'Requests a second',
              `${formatNumber(ceilings.sustained_per_second)}; ${formatNumber(ceilings.burst_per_second)} for 3 seconds`,
            ],
          ]}
        />
      </Card>
    </div>
  )
}

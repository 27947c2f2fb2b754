import type { Account } from '../../../core/contract/index.ts'
import { Button } from '../kit/button.tsx'
import { formatNumber, formatSize } from '../kit/format.ts'
import { Problem } from '../kit/notice.tsx'
import { useAction } from '../kit/use-action.ts'
import { ask } from './session.ts'

interface LimitsProps {
  readonly account: Account
  readonly maySwitch: boolean
  readonly onChange: () => void
}

/** Plan and ceilings of the workspace. */
export function LimitsView({ account, maySwitch, onChange }: LimitsProps) {
  const { problem, run } = useAction()
  const { plan, pay_as_you_go: isOn, ceilings } = account
  const turn = (): Promise<unknown> => ask('POST', 'pay-as-you-go', { pay_as_you_go: !isOn }).finally(onChange)
  const facts: readonly (readonly [string, string])[] = [
    ['Plan', plan],
    ['Pay as you go', isOn ? 'on' : 'off'],
    ['Requests at the same time', formatNumber(ceilings.concurrency)],
    [
      'Requests per second',
      `${formatNumber(ceilings.sustained_per_second)}, for a moment ${formatNumber(ceilings.burst_per_second)}`,
    ],
    ['Items of batches that wait', ceilings.pending_items === null ? 'no limit' : formatNumber(ceilings.pending_items)],
    ['Stored results', `${formatSize(account.stored_bytes)} of ${formatSize(ceilings.stored_bytes)}`],
  ]
  return (
    <section class="stack" aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <table>
        <caption class="unseen">Plan and ceilings</caption>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Problem text={problem} />
      {maySwitch && (
        <div class="stack">
          <p class="quiet">
            With pay as you go, requests beyond the included credits are charged. Without it, they are refused.
          </p>
          <div class="row">
            <Button text={`Turn pay as you go ${isOn ? 'off' : 'on'}`} onClick={() => run(turn)} />
          </div>
        </div>
      )}
    </section>
  )
}

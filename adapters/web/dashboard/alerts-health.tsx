import { useSignal } from '@preact/signals'
import type { AlertsHealth as Health } from '../../http/admin/account-commands.ts'
import { formatNumber } from '../kit/format.ts'
import { administrate } from './service/administrate.ts'
import { may } from './service/session.ts'

interface Outcome {
  readonly isGood: boolean
  readonly text: string
}

/** Alerts to operators: where they are sent, which wait, and a test. `alerts`: null, the settings name no receiver. */
export function AlertsHealth({ alerts }: { readonly alerts: Health | null }) {
  return (
    <section class="card stack">
      <div class="row apart">
        <h2>Alerts</h2>
        {alerts !== null && may('operator') && <TestAlert />}
      </div>
      {alerts === null ? (
        <p class="quiet">They are not sent anywhere: SHELFMARK_ALERT_URL is not set. The audit log has them.</p>
      ) : (
        <p class="quiet">
          They are sent to {alerts.receiver}. {describeWaiting(alerts.waiting)}{' '}
          {alerts.last_error !== null && <span class="tag bad">{alerts.last_error}</span>}
        </p>
      )}
    </section>
  )
}

function describeWaiting(count: number | null): string {
  if (count === null) return 'How many wait is unknown.'
  if (count === 0) return 'None waits.'
  return `${formatNumber(count)} ${count === 1 ? 'waits' : 'wait'} for an attempt.`
}

/** Sends a test alert, and says what the receiver answered. */
function TestAlert() {
  const said = useSignal<Outcome | null>(null)
  const isBusy = useSignal(false)
  const send = async (): Promise<void> => {
    isBusy.value = true
    try {
      const { delivered, http_status: status, error } = await administrate('alerts.test', {})
      said.value = delivered
        ? { isGood: true, text: `Delivered: http ${status}.` }
        : { isGood: false, text: `Not delivered: ${error}.` }
    } catch (error) {
      said.value = { isGood: false, text: (error as Error).message }
    }
    isBusy.value = false
  }
  return (
    <div class="row">
      <span role="status">
        {said.value !== null && <span class={said.value.isGood ? 'tag good' : 'tag bad'}>{said.value.text}</span>}
      </span>
      <button type="button" onClick={() => void send()} disabled={isBusy.value}>
        Send a test alert
      </button>
    </div>
  )
}

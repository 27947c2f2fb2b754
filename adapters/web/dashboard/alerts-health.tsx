import type { AlertsHealth as Health } from '../../http/admin/account-commands.ts'
import { formatNumber } from '../kit/format.ts'
import { CheckCard } from './check-card.tsx'
import { administrate } from './service/administrate.ts'
import { may } from './service/session.ts'

/** Alerts to operators: where they are sent, how many wait, and a test. `alerts`: null, the settings name no receiver. */
export function AlertsHealth({ alerts }: { readonly alerts: Health | null }) {
  const mayTest = alerts !== null && may('operator')
  return (
    <CheckCard title="Alerts" button={mayTest ? 'Send a test alert' : null} check={sendTest}>
      {alerts === null ? (
        <p class="quiet">They are not sent anywhere: SHELFMARK_ALERT_URL is not set. The audit log has them.</p>
      ) : (
        <p class="quiet">
          They are sent to {alerts.receiver}. {describeWaiting(alerts.waiting)}{' '}
          {alerts.last_error !== null && <span class="tag bad">{alerts.last_error}</span>}
        </p>
      )}
    </CheckCard>
  )
}

function describeWaiting(count: number | null): string {
  if (count === null) return 'How many wait is unknown.'
  if (count === 0) return 'None waits.'
  return `${formatNumber(count)} ${count === 1 ? 'waits' : 'wait'} for an attempt.`
}

async function sendTest(): Promise<string> {
  const { delivered, http_status: status, error } = await administrate('alerts.test', {})
  if (!delivered) throw new Error(`Not delivered: ${error}.`)
  return `Delivered: http ${status}.`
}

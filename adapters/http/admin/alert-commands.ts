import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { printAlert } from '../../work/webhook/alert.ts'
import { CommandError } from './command-error.ts'
import { define, type CommandContext } from './define-command.ts'

/** How a test alert was answered. */
export interface TestedAlert {
  /** Origin of the receiver: the rest of its URL may be a secret. */
  readonly receiver: string
  readonly delivered: boolean
  /** Status of the answer. null: the receiver did not answer, or not with a success. */
  readonly http_status: number | null
  /** Why it was not delivered: `http 404`, `connection refused`. null: it was. */
  readonly error: string | null
}

export const ALERT_COMMANDS = {
  'alerts.test': define(
    'Send a test alert to the receiver of the settings, once, and say what it answered.',
    v.strictObject({}),
    (_store, _input, context) => testAlert(context),
  ),
} as const

async function testAlert({ alerts, nowMs }: CommandContext): Promise<TestedAlert> {
  if (alerts === null) {
    throw new CommandError('no_alert_url', 'No receiver is set: set SHELFMARK_ALERT_URL and SHELFMARK_ALERT_SECRET')
  }
  const id = `test ${randomUUID()}`
  const text = 'Shelfmark: this is a test. Alerts of this service arrive here.'
  const body = printAlert({ id, type: 'alert.test', atMs: nowMs, facts: {}, text })
  const outcome = await alerts.send({ id, body })
  const { origin: receiver } = alerts
  return outcome.ok
    ? { receiver, delivered: true, http_status: outcome.status, error: null }
    : { receiver, delivered: false, http_status: null, error: outcome.error }
}

import type { AttemptOutcome } from '../../../core/policy/index.ts'
import { Circuits } from '../../circuits.ts'
import type { WebhookDelivery, WebhookSender } from './send-webhook.ts'

/** Attempts at an origin that got no answer. */
const RULE = { maxFailures: 5, openMs: 30_000, maxNames: 10_000 } as const

/**
 * A sender that stops to call an origin which does not answer: after five attempts in a row
 * without any answer, attempts fail at once with `circuit open` for 30 s. Then one attempt
 * decides. A status counts as an answer, good or bad, so that nobody can open the circuit of
 * a receiver that works.
 *
 * `epochMs`: unit ms since 1970.
 */
export function breakCircuits(sender: WebhookSender, epochMs: () => number): WebhookSender {
  const circuits = new Circuits(RULE, epochMs)
  const send = async (delivery: WebhookDelivery, signal?: AbortSignal): Promise<AttemptOutcome> => {
    const { origin } = new URL(delivery.url)
    const end = circuits.begin(origin)
    if (end === null) return { ok: false, error: 'circuit open' }
    let hasAnswer: boolean | null = null
    try {
      const outcome = await sender.send(delivery, signal)
      hasAnswer = outcome.ok || outcome.error.startsWith('http ')
      return outcome
    } finally {
      end(hasAnswer)
    }
  }
  return { send, close: sender.close }
}

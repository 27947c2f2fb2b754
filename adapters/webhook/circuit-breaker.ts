import type { AttemptOutcome } from '../../core/policy/index.ts'
import type { WebhookDelivery, WebhookSender } from './send-webhook.ts'

/** Attempts in a row at an origin that got no answer, after which its circuit opens. */
const MAX_FAILURES = 5
/** How long a circuit stays open, before one attempt tries the origin again. Unit: ms. */
const OPEN_MS = 30_000
/** Origins that are remembered. */
const MAX_ORIGINS = 10_000

interface Circuit {
  /** Attempts in a row without an answer. */
  readonly failures: number
  /** Unit: ms since 1970. 0: it is closed. */
  readonly openUntilMs: number
}

/**
 * A sender that stops to call an origin which does not answer: after five attempts in a row
 * without any answer, attempts fail at once with `circuit open` for 30 s. Then one attempt
 * decides. A status counts as an answer, good or bad, so that nobody can open the circuit of
 * a receiver that works.
 *
 * `epochMs`: unit ms since 1970.
 */
export function breakCircuits(sender: WebhookSender, epochMs: () => number): WebhookSender {
  const circuits = new Map<string, Circuit>()
  const record = (origin: string, hasAnswer: boolean): void => {
    const failures = hasAnswer ? 0 : (circuits.get(origin)?.failures ?? 0) + 1
    circuits.delete(origin)
    if (failures === 0) return
    if (circuits.size >= MAX_ORIGINS) circuits.clear()
    circuits.set(origin, { failures, openUntilMs: failures < MAX_FAILURES ? 0 : epochMs() + OPEN_MS })
  }
  const send = async (delivery: WebhookDelivery, signal?: AbortSignal): Promise<AttemptOutcome> => {
    const { origin } = new URL(delivery.url)
    const circuit = circuits.get(origin)
    if (circuit !== undefined && circuit.openUntilMs > epochMs()) return { ok: false, error: 'circuit open' }
    // Others fail at once while this attempt decides.
    if (circuit !== undefined && circuit.openUntilMs > 0) {
      circuits.set(origin, { ...circuit, openUntilMs: epochMs() + OPEN_MS })
    }
    const outcome = await sender.send(delivery, signal)
    record(origin, outcome.ok || outcome.error.startsWith('http '))
    return outcome
  }
  return { send, close: sender.close }
}

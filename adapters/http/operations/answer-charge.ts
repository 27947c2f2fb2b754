import { onDispose, type H3Event } from 'h3'
import { HANDED_OVER } from '../route/handed-over.ts'
import type { Ledger, UnansweredCharge } from '../../store/ledger.ts'

/**
 * Confirms a charge when its answer was sent, and voids it when the answer was not. An answer
 * counts as sent when the operating system has all of it. One that the client did not want to the
 * end counts too: a client can't read a record free by leaving before its last byte.
 *
 * `isReplay`: the charge is of an earlier request, whose own end may void it.
 */
export function settleOnceAnswered(event: H3Event, ledger: Ledger, charge: UnansweredCharge, isReplay: boolean): void {
  let isConfirmed = false
  const confirm = (): void => {
    if (!isConfirmed) ledger.confirm(charge)
    isConfirmed = true
  }
  const response = event.runtime?.node?.res
  // The earlier this is noted, the fewer answers are sent and not charged when the process is killed.
  response?.once(HANDED_OVER, () => {
    if (isAnswered(event, undefined)) confirm()
  })
  onDispose(event, (problem) => {
    if (isAnswered(event, problem)) confirm()
    else if (!isReplay) ledger.void(charge)
  })
}

/** Whether a 2xx was sent. Another app may run without Node's response: then it can't be known that it was not. */
function isAnswered({ runtime }: H3Event, problem: unknown): boolean {
  const response = runtime?.node?.res
  if (response === undefined) return problem === undefined
  return response.headersSent && response.statusCode < 300
}

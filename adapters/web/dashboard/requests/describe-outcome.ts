import { describeReason } from '../../../../core/contract/reasons.ts'

/** What each error of the interface means. The build sets it: the errors themselves are large. */
declare const ERROR_TEXTS: Readonly<Record<string, string>>

/** What an outcome means, for a person: its reason, or else its error. Empty: nothing more is known. */
export function describeOutcome({
  outcome,
  reason,
}: {
  readonly outcome: string
  readonly reason: string | null
}): string {
  if (outcome === 'client_left') return 'The client did not wait for the answer.'
  const own = Object.hasOwn(ERROR_TEXTS, outcome) ? (ERROR_TEXTS[outcome] ?? '') : ''
  return (reason === null ? undefined : describeReason(reason)) ?? own
}

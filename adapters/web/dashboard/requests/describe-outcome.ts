type Texts = Readonly<Record<string, string>>

/** What each error of the interface means, and each reason for one. The build sets it: the errors themselves are large. */
declare const OUTCOME_TEXTS: { readonly errors: Texts; readonly reasons: Texts }

/** Reasons that only the log has: the answer says no more than that the key is not valid. */
const OWN_REASONS: Texts = {
  key_revoked: 'The key is revoked: someone still sends it.',
  key_expired: 'The key has expired: its caller needs another one.',
}

/** What an outcome means, for a person: its reason, or else its error. Empty: nothing more is known. */
export function describeOutcome({
  outcome,
  reason,
}: {
  readonly outcome: string
  readonly reason: string | null
}): string {
  if (outcome === 'client_left') return 'The client did not wait for the answer.'
  const { errors, reasons } = OUTCOME_TEXTS
  const texts = new Map([...Object.entries(errors), ...Object.entries(reasons), ...Object.entries(OWN_REASONS)])
  return texts.get(reason ?? outcome) ?? texts.get(outcome) ?? ''
}

/** What is known of a kind of fault. */
export interface FaultKind {
  /** For `shelfmark sandbox --list`. */
  readonly description: string
  /** Unit and limits of the number after "=". A fault without `amount` takes no number. */
  readonly amount?: { readonly unit: string; readonly from: number; readonly to: number }
}

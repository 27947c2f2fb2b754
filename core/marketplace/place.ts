/** A place of delivery that a page is asked for. At least one member is not null. */
export interface Place {
  /** Postal code, in the form of the marketplace, upper case. Absent: null. */
  readonly zip: string | null
  /** Absent: null. */
  readonly city: string | null
  /** Another country: ISO 3166, two letters. Absent: null, the marketplace's own. */
  readonly shipTo: string | null
}

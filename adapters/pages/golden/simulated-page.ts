/** A simulated page, and the data that it is printed from. */
export interface SimulatedPage {
  readonly name: string
  readonly why: string
  readonly url: string
  /** ASIN that was asked for, where the page alone need not name it. Default: that of the page. */
  readonly asin?: string | undefined
  readonly record: object
  readonly print: () => string
}

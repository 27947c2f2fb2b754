/** The browser that renders pages. */
export interface BrowserSettings {
  /** A running one, at the address of its debugging port; or the program of one to start. */
  readonly at: { readonly url: string } | { readonly path: string; readonly hasSandbox: boolean }
  /** Pages open at the same time for requests, and as many for batches. Sandbox keys have one of each more. */
  readonly pages: number
  /** A browser that was started is replaced after this number of pages. */
  readonly recycleAfter: number
}

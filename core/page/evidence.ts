import type { Page } from '../html/page.ts'
import type { PageKind } from '../marketplace/page-kind.ts'
import type { CompiledSite } from '../marketplace/site.ts'
import type { Selector } from '../selector/selector.ts'
import type { PageText } from '../text/page-text.ts'

/** The kind of a page, and the evidence: a selector, a status, a marker or words. */
export interface PageVerdict {
  readonly kind: PageKind
  /** For a person; its wording can change. */
  readonly evidence: string
}

/** A parsed page, and the data that its verdict depends on. */
export interface Evidence {
  readonly page: Page
  readonly text: PageText
  readonly bytes: Uint8Array
  /** Address that the page came from. Absent: undefined, unknown. */
  readonly url: string | undefined
  readonly site: CompiledSite
}

/** The first selector that finds an element. Absent: null. */
export function findSelector(kind: PageKind, selectors: readonly Selector[], page: Page): PageVerdict | null {
  const selector = selectors.find((entry) => entry.selectFirst(page) !== null)
  return selector === undefined ? null : { kind, evidence: selector.source }
}

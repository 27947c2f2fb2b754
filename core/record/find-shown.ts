import type { ParentNode } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import type { Selector } from '../selector/selector.ts'
import type { PageText } from '../text/page-text.ts'
import type { AbsenceEvidence } from './absences.ts'

/** The members of a `Reading` that are needed to look at its page. */
interface ShownPage {
  readonly page: Page
  readonly text: PageText
  readonly scope: ParentNode
}

/** The first element of some candidates that a visitor sees. Absent: null. Not recorded. */
export function findShown(candidates: readonly Selector[], { page, text, scope }: ShownPage): AbsenceEvidence | null {
  for (const candidate of candidates) {
    const element = candidate.selectItems(page, scope).find((found) => !text.isHidden(found))
    if (element !== undefined) return { source: candidate.source, text: text.read(element).slice(0, MAX_TEXT) }
  }
  return null
}

const MAX_TEXT = 120

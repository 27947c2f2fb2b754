/** Something that a page shows and that could not be read. */
export interface Issue {
  readonly field: string
  /** Where it stands: the selector, or the place in the page's state. */
  readonly source: string
  /** What was found there, shortened. */
  readonly text: string
  readonly problem: 'unreadable' | 'missing'
}

const MAX_ISSUE_TEXT = 200

export function makeIssue(field: string, source: string, text: string, problem: Issue['problem']): Issue {
  return { field, source, text: text.slice(0, MAX_ISSUE_TEXT), problem }
}

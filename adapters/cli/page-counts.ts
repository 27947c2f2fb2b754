import type { PageKind } from '../../core/index.ts'

/** What the counts need of a result. */
interface Counted {
  readonly kind: PageKind
  readonly hasRecord: boolean
  /** Whether the page itself could not be read. */
  readonly isUnreadable: boolean
}

/** Counts pages, and those that gave no record. */
export class PageCounts {
  private readonly missing = new Map<string, number>()
  pages = 0
  /** Pages without a record. */
  failed = 0

  add({ kind, hasRecord, isUnreadable }: Counted): void {
    this.pages++
    if (hasRecord) return
    this.failed++
    const reason = isUnreadable ? 'unreadable' : kind
    this.missing.set(reason, (this.missing.get(reason) ?? 0) + 1)
  }

  /** One line of text. Order of kinds: the most frequent first. */
  describe(): string {
    const reasons = [...this.missing].toSorted(([, left], [, right]) => right - left)
    const list = reasons.map(([reason, count]) => `${reason} ${count}`).join(', ')
    return `${this.failed} of ${this.pages} pages gave no record (${list})`
  }
}

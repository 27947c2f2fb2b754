import type { PlacedResult } from './placed-result.ts'

/** Counts what became of the items of a list. */
export class Tally {
  private readonly failures = new Map<string, number>()
  private credits = 0
  /** Items that have a result. */
  done = 0
  /** Those of them that have an error. */
  failed = 0

  add({ error, credits }: Pick<PlacedResult, 'error' | 'credits'>): void {
    this.done++
    this.credits += credits
    if (error === null) return
    this.failed++
    this.failures.set(error, (this.failures.get(error) ?? 0) + 1)
  }

  /** One line, without its end. Order of errors: the most frequent first. */
  describe(): string {
    const codes = [...this.failures].toSorted(([, left], [, right]) => right - left)
    const failures = codes.map(([code, count]) => `${code} ${count}`).join(', ')
    const failed = this.failed === 0 ? '0 failed' : `${this.failed} failed (${failures})`
    return `${this.done} done: ${this.done - this.failed} ok, ${failed}; ${this.credits} credits`
  }
}

import type { PlacedResult } from './placed-result.ts'
import type { KeptResult } from './result-file.ts'
import { Tally } from './tally.ts'

/** Results of a list: one for each item, written once. */
export class Results {
  readonly tally = new Tally()
  private readonly known = new Set<number>()
  private readonly write: (lines: string) => void

  /** `write`: takes whole lines. */
  constructor(write: (lines: string) => void) {
    this.write = write
  }

  has(index: number): boolean {
    return this.known.has(index)
  }

  /** One that is written already. */
  keep(result: KeptResult): void {
    this.known.add(result.index)
    this.tally.add(result)
  }

  /** Writes those that are new. Throws: as `write` does. */
  add(results: readonly PlacedResult[]): void {
    const fresh = results.filter(({ index }) => !this.known.has(index))
    if (fresh.length === 0) return
    this.write(fresh.map(({ json }) => `${json}\n`).join(''))
    for (const result of fresh) this.keep(result)
  }
}

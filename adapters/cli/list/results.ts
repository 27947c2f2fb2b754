import * as v from 'valibot'
import type { ListedItem } from './parse-list.ts'

const resultSchema = v.looseObject({
  index: v.pipe(v.number(), v.integer(), v.minValue(0)),
  error: v.nullable(v.looseObject({ error: v.string() })),
  credits_charged: v.number(),
  input: v.optional(v.record(v.string(), v.unknown())),
})

/** Result of an item, as a server sends it and a file keeps it. Only these members are read; all are passed on. */
export type ServerResult = v.InferInput<typeof resultSchema>

export function isServerResult(value: unknown): value is ServerResult {
  return v.is(resultSchema, value)
}

/** The outcome of an item of a list. */
export interface ItemOutcome {
  /** Index of the item in the list, from 0. */
  readonly index: number
  /** Error code. Absent: null, the item succeeded. */
  readonly error: string | null
  readonly credits: number
}

/** An outcome with the result that is written. */
export interface ListedResult extends ItemOutcome {
  /** The result as JSON. Its `index` is that of the item in the list. */
  readonly json: string
}

export function toOutcome({ index, error, credits_charged: credits }: ServerResult): ItemOutcome {
  return { index, error: error?.error ?? null, credits }
}

/**
 * Gives a result of a batch the index that its item has in the list, and the members of the item that a server does not
 * know, such as columns of the list itself.
 */
export function toListedResult(result: ServerResult, index: number, item: ListedItem['item']): ListedResult {
  const input = { ...item, ...result.input }
  return { ...toOutcome(result), index, json: JSON.stringify({ ...result, index, input }) }
}

/** Counts the outcomes of the items of a list. */
class OutcomeCounts {
  private readonly failures = new Map<string, number>()
  private credits = 0
  /** Items that have a result. */
  done = 0
  /** Items whose result is an error. */
  failed = 0

  add({ error, credits }: ItemOutcome): void {
    this.done++
    this.credits += credits
    if (error === null) return
    this.failed++
    this.failures.set(error, (this.failures.get(error) ?? 0) + 1)
  }

  /** One line of text. Order of errors: the most frequent first. */
  describe(): string {
    const codes = [...this.failures].toSorted(([, left], [, right]) => right - left)
    const failures = codes.map(([code, count]) => `${code} ${count}`).join(', ')
    const failed = this.failed === 0 ? '0 failed' : `${this.failed} failed (${failures})`
    return `${this.done} done: ${this.done - this.failed} ok, ${failed}; ${this.credits} credits`
  }
}

/** Results of a list: one for each item, each written once. */
export class Results {
  readonly counts = new OutcomeCounts()
  private readonly known = new Set<number>()
  private readonly write: (lines: string) => void

  /** `write`: gets complete lines. */
  constructor(write: (lines: string) => void) {
    this.write = write
  }

  has(index: number): boolean {
    return this.known.has(index)
  }

  /** Counts a result that is already written. */
  keep(outcome: ItemOutcome): void {
    this.known.add(outcome.index)
    this.counts.add(outcome)
  }

  /** Writes the results that are new. Throws: as `write` does. */
  add(results: readonly ListedResult[]): void {
    const fresh = results.filter(({ index }) => !this.known.has(index))
    if (fresh.length === 0) return
    this.write(fresh.map(({ json }) => `${json}\n`).join(''))
    for (const result of fresh) this.keep(result)
  }
}

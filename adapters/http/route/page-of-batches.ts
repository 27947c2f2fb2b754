import type { Batch, BatchOwner, BatchPage, Batches } from '../../store/batches.ts'

/** Batches of a page, and the id after which the next page begins. Absent: null, there is no other page. */
export interface PageOfBatches {
  readonly batches: readonly Batch[]
  readonly next: string | null
}

interface PageOptions extends Omit<BatchPage, 'after'> {
  readonly after?: string | undefined
  /** Which batches are wanted. Default: all. */
  readonly isWanted?: ((batch: Batch) => boolean) | undefined
}

/** Batches that are read at the same time to find those that are wanted. */
const BATCHES_PER_READ = 100
/** Batches that a page looks at: it ends after them, also when it has found few or none. */
const MAX_SCANNED = 500

/** A page of the batches of an owner, newest first. Absent: null, `after` is not a batch of theirs. */
export async function pageOfBatches(
  batches: Batches,
  owner: BatchOwner,
  { after, limit, isWanted, ...range }: PageOptions,
): Promise<PageOfBatches | null> {
  const page: Batch[] = []
  let last = after ?? null
  // One more than asked for shows whether another page follows.
  const perRead = isWanted === undefined ? limit + 1 : BATCHES_PER_READ
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += perRead) {
    const found = await batches.list(owner, { ...range, after: last, limit: perRead })
    if (found === 'unknown_batch') return null
    for (const batch of found) {
      const isOfPage = isWanted?.(batch) ?? true
      if (isOfPage && page.length === limit) return { batches: page, next: last }
      if (isOfPage) page.push(batch)
      last = batch.id
    }
    if (found.length < perRead) return { batches: page, next: null }
  }
  return { batches: page, next: last }
}

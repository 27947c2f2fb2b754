import type { Batch, BatchOwner, Batches } from '../../store/batches.ts'

/** Batches of a page, and the id after which the next page begins. Absent: null, there is no other page. */
export interface PageOfBatches {
  readonly batches: readonly Batch[]
  readonly next: string | null
}

/** A page of the batches of an owner, newest first. Absent: null, `after` is not a batch of theirs. */
export async function pageOfBatches(
  batches: Batches,
  owner: BatchOwner,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<PageOfBatches | null> {
  // One more than asked for shows whether another page follows.
  const found = await batches.list(owner, { after: after ?? null, limit: limit + 1 })
  if (found === 'unknown_batch') return null
  const page = found.slice(0, limit)
  return { batches: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}

import type { Batch, BatchOwner, BatchPage, Batches } from '../../store/batches.ts'
import type { OwnedPage } from '../../store/owned.ts'

interface PageOptions<Entry> extends Pick<OwnedPage, 'limit'> {
  readonly after?: string | null | undefined
  /** Which entries are wanted. Default: all. */
  readonly isWanted?: ((entry: Entry) => boolean) | undefined
}

/** Entries that are read at the same time to find those that are wanted. */
const ENTRIES_PER_READ = 100
/** Entries that a page looks at: it ends after them, also when it has found few or none. */
const MAX_SCANNED = 500

/** A page of what `list` lists, and the id after which the next page begins: null, there is no other page. Absent: null, `list` does not know `after`. */
export async function pageOf<Entry extends { readonly id: string }>(
  list: (page: OwnedPage) => Promise<readonly Entry[] | string>,
  { after = null, limit, isWanted }: PageOptions<Entry>,
): Promise<{ readonly entries: readonly Entry[]; readonly next: string | null } | null> {
  const entries: Entry[] = []
  let last = after
  // One more than asked for shows whether another page follows.
  const perRead = isWanted === undefined ? limit + 1 : ENTRIES_PER_READ
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += perRead) {
    const found = await list({ after: last, limit: perRead })
    if (typeof found === 'string') return null
    for (const entry of found) {
      const isOfPage = isWanted?.(entry) ?? true
      if (isOfPage && entries.length === limit) return { entries, next: last }
      if (isOfPage) entries.push(entry)
      last = entry.id
    }
    if (found.length < perRead) return { entries, next: null }
  }
  return { entries, next: last }
}

/** A page of the batches of an owner, newest first. Absent: null, `after` is not a batch of theirs. */
export async function pageOfBatches(
  batches: Batches,
  owner: BatchOwner,
  { after, limit, isWanted, ...range }: PageOptions<Batch> & Omit<BatchPage, 'after'>,
): Promise<{ readonly batches: readonly Batch[]; readonly next: string | null } | null> {
  const page = await pageOf((part) => batches.list(owner, { ...range, ...part }), { after, limit, isWanted })
  return page === null ? null : { batches: page.entries, next: page.next }
}

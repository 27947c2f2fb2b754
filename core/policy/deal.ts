/** A batch with unclaimed items. */
export interface WaitingBatch {
  readonly id: string
  readonly itemsLeft: number
}

/** A workspace with waiting batches, in the order of their turns. */
export interface WaitingWorkspace {
  readonly id: string
  readonly batches: readonly WaitingBatch[]
}

interface Dealing {
  /** Number of items that each batch gets. Order: of the first item; batches that get none are left out. */
  readonly shares: readonly { readonly id: string; readonly count: number }[]
  /** The batch of each item. Order: in which they are dealt. */
  readonly order: readonly string[]
  /** Workspaces, and the batches of each, with items left. Order: the one to be served first next time comes first. */
  readonly queue: readonly { readonly id: string; readonly batches: readonly string[] }[]
}

/**
 * Deals the items of a run one at a time: in turn over the workspaces, and in each over its
 * batches. So a batch of one item does not wait for a batch of a thousand, and a workspace does
 * not wait for the fifty batches of another. The next run continues where this one ended.
 *
 * `maxItems`: items of the run.
 */
export function dealItems(waiting: readonly WaitingWorkspace[], maxItems: number): Dealing {
  const queue = waiting
    .map(({ id, batches }) => ({ id, batches: batches.filter(hasItems).map(toShare) }))
    .filter(({ batches }) => batches.length > 0)
  const shares: { readonly id: string; count: number }[] = []
  const order: string[] = []
  for (let dealt = 0; dealt < maxItems; dealt++) {
    const workspace = queue.shift()
    const batch = workspace?.batches.shift()
    if (workspace === undefined || batch === undefined) break
    if (batch.count === 0) shares.push(batch)
    batch.count++
    order.push(batch.id)
    if (batch.count < batch.itemsLeft) workspace.batches.push(batch)
    if (workspace.batches.length > 0) queue.push(workspace)
  }
  return {
    shares: shares.map(({ id, count }) => ({ id, count })),
    order,
    queue: queue.map(({ id, batches }) => ({ id, batches: batches.map((batch) => batch.id) })),
  }
}

/** A batch whose items are being worked on. */
export interface ClaimedBatch {
  readonly id: string
  /** Items that were claimed before, and have no result yet. */
  readonly unfinished: number
  /** Items that are claimed now. */
  readonly count: number
}

/**
 * Ranks of the items that are claimed now among all unfinished items of their workspace, by batch, from 1: as if all of
 * them were dealt in turn over the batches. So the first item of a batch does not wait for the thousand of another that
 * were claimed earlier.
 */
export function rankItems(batches: readonly ClaimedBatch[]): ReadonlyMap<string, readonly number[]> {
  const all = batches.map(({ id, unfinished, count }) => ({ id, itemsLeft: unfinished + count }))
  const { order } = dealItems([{ id: '', batches: all }], Infinity)
  const ranks = new Map<string, number[]>(batches.map(({ id }) => [id, []]))
  for (const [index, id] of order.entries()) ranks.get(id)?.push(index + 1)
  return new Map(batches.map(({ id, unfinished }) => [id, ranks.get(id)?.slice(unfinished) ?? []]))
}

function toShare({ id, itemsLeft }: WaitingBatch) {
  return { id, itemsLeft, count: 0 }
}

function hasItems({ itemsLeft }: WaitingBatch): boolean {
  return itemsLeft > 0
}

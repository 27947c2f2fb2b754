/** A batch that has items which nobody has claimed. */
export interface WaitingBatch {
  readonly id: string
  readonly itemsLeft: number
}

export interface Dealing {
  /** How many items of each batch are dealt. Order: the queue's; a batch that gets none is not there. */
  readonly shares: readonly { readonly id: string; readonly count: number }[]
  /** Batches that have items left yet, whoever is to be first next time at the front. */
  readonly queue: readonly string[]
}

/**
 * Deals a run of items round-robin over batches: one each, in turn, so that a
 * batch of one item is not behind one of a thousand. The next run goes on where
 * this one ended.
 *
 * @param most Items of a run.
 */
export function dealItems(waiting: readonly WaitingBatch[], most: number): Dealing {
  const queue = waiting
    .map(({ id, itemsLeft }) => ({ id, itemsLeft, count: 0 }))
    .filter(({ itemsLeft }) => itemsLeft > 0)
  const shares = [...queue]
  for (let dealt = 0; dealt < most; dealt++) {
    const first = queue.shift()
    if (first === undefined) break
    first.count++
    if (first.count < first.itemsLeft) queue.push(first)
  }
  return {
    shares: shares.filter(({ count }) => count > 0).map(({ id, count }) => ({ id, count })),
    queue: queue.map(({ id }) => id),
  }
}

/** A place of a request in flight. */
export interface Slot {
  /** No two requests have the same. */
  readonly id: string
  /** From then on the place is free again, if nobody gave it back: whoever held it has died. */
  readonly untilMs: number
}

/** When to ask again for a slot: nobody knows when one is given back. */
export const SLOT_RETRY_MS = 1000

/** Takes a slot. Absent: null, as many are held as may be. */
export function takeSlot(held: readonly Slot[], slot: Slot, concurrency: number): readonly Slot[] | null {
  return held.length < concurrency ? [...held, slot] : null
}

/** Gives a slot back. One that is free already stays so. */
export function releaseSlot(held: readonly Slot[], id: string): readonly Slot[] {
  return held.filter((slot) => slot.id !== id)
}

/** Frees slots whose lease has ended. */
export function expireSlots(held: readonly Slot[], nowMs: number): readonly Slot[] {
  return held.every((slot) => slot.untilMs > nowMs) ? held : held.filter((slot) => slot.untilMs > nowMs)
}

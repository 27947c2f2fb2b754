/** Attempts at webhooks at the same time: a receiver that never answers holds up its own webhooks, not those of others. */
export interface DeliverySlots {
  /** Of one process. */
  readonly total: number
  /** Of a workspace, in all processes. */
  readonly perWorkspace: number
  /** To an origin such as `https://example.com`, of all workspaces, in all processes. */
  readonly perOrigin: number
}

export const DELIVERY_SLOTS: DeliverySlots = { total: 64, perWorkspace: 8, perOrigin: 2 }

/** Who sends to whom. */
export interface DeliveryLane {
  readonly workspaceId: string
  readonly origin: string
}

/**
 * Picks the deliveries that have a slot.
 *
 * `due`: in the order of their turns. `sending`: attempts in progress. `slots.total`: those that are free.
 */
export function pickDeliveries<Due extends DeliveryLane>(
  due: readonly Due[],
  sending: readonly DeliveryLane[],
  { total, perWorkspace, perOrigin }: DeliverySlots,
): readonly Due[] {
  const [byWorkspace, byOrigin] = [new Map<string, number>(), new Map<string, number>()]
  const take = ({ workspaceId, origin }: DeliveryLane): void => {
    byWorkspace.set(workspaceId, (byWorkspace.get(workspaceId) ?? 0) + 1)
    byOrigin.set(origin, (byOrigin.get(origin) ?? 0) + 1)
  }
  for (const lane of sending) take(lane)
  const picked: Due[] = []
  for (const one of due) {
    if (picked.length >= total) break
    const isFull =
      (byWorkspace.get(one.workspaceId) ?? 0) >= perWorkspace || (byOrigin.get(one.origin) ?? 0) >= perOrigin
    if (isFull) continue
    take(one)
    picked.push(one)
  }
  return picked
}

import { LATELY_MS, mayTakeTurn, type TurnPool } from '../../../core/policy/index.ts'

/** Who holds the turns of a pool in this process, and who asked for one lately. */
export class PoolShares {
  private readonly pool: TurnPool
  private held = 0
  private readonly own = new Map<string, number>()
  /** When each workspace last asked. Order: of these times. Unit: ms of `performance.now`. */
  private readonly lately = new Map<string, number>()

  constructor(pool: TurnPool) {
    this.pool = pool
  }

  /** A workspace asks for a turn. */
  ask(workspaceId: string): void {
    const nowMs = performance.now()
    this.lately.delete(workspaceId)
    this.lately.set(workspaceId, nowMs)
    for (const [id, askedMs] of this.lately) {
      if (nowMs - askedMs < LATELY_MS) break
      this.lately.delete(id)
    }
  }

  /** Whether a turn is free for a workspace. null: for a program that shares its turns with nobody. */
  has(workspaceId: string | null): boolean {
    const { held, pool } = this
    if (workspaceId === null) return held < pool.turns
    const others = this.lately.size - Number(this.lately.has(workspaceId))
    return mayTakeTurn(pool, { held, own: this.own.get(workspaceId) ?? 0, others })
  }

  begin(workspaceId: string | null): void {
    this.held++
    if (workspaceId !== null) this.own.set(workspaceId, (this.own.get(workspaceId) ?? 0) + 1)
  }

  end(workspaceId: string | null): void {
    this.held--
    if (workspaceId === null) return
    const left = (this.own.get(workspaceId) ?? 1) - 1
    if (left === 0) this.own.delete(workspaceId)
    else this.own.set(workspaceId, left)
  }
}

import { randomUUID } from 'node:crypto'
import type { TurnPool } from '../../../core/policy/index.ts'
import { Backlog } from '../../store/backlog.ts'
import type { Connection } from '../../store/redis/connection.ts'
import { loadScript } from '../../store/redis/script.ts'
import { StoreError } from '../../store/store-error.ts'
import { Line, type Payer, type Release } from '../../pages/pool/line.ts'
import type { NextStart } from './shared-intervals.ts'

const TAKE_TURN = loadScript('take-turn')
const END_TURN = loadScript('end-turn')

/** A turn whose process died is free again after this time. Longer than an attempt. Unit: ms. */
const TURN_MS = 20_000
/** Time after which a turn is looked for again. Unit: ms. */
const RETRY_MS = 100
/** Turns of a lane without a limit. */
const UNLIMITED = 1_000_000
/** Workspaces that one call asks for. The first of them has a turn before the others ask. */
const MAX_ASKED = 100

export interface SharedLaneOptions {
  /** Name of the pool in the Redis. */
  readonly name: string
  /** Of all processes together. */
  readonly pool: TurnPool
  /** Absent: null, fetches may begin at any time. */
  readonly nextStart: NextStart | null
}

interface HeldTurn {
  readonly workspaceId: string
  readonly id: string
}

/**
 * The turns of one lane at one marketplace, of all processes on one Redis. Each process asks for
 * the workspaces that wait in it, in turn. While the Redis is down or refuses, they wait.
 */
export class SharedLane {
  private readonly options: SharedLaneOptions
  private readonly connection: Connection
  private readonly line = new Line()
  private isDealing = false
  private wake = (): void => undefined
  /** Turns whose end the Redis did not confirm. */
  private readonly unended = new Backlog<HeldTurn>((turns) => this.endAll(turns))

  constructor(options: SharedLaneOptions, connection: Connection) {
    this.options = options
    this.connection = connection
  }

  /** Waits for a turn. Rejects: with a `NoTurnError`, as soon as the signal is aborted. */
  take(payer: Payer, signal: AbortSignal): Promise<Release> {
    const turn = this.line.join(payer, signal)
    void this.deal()
    return turn
  }

  /** Begins turns, one after the other, until nobody waits or the connection is closed. */
  private async deal(): Promise<void> {
    if (this.isDealing) return
    this.isDealing = true
    for (let waiting = this.findWaiting(); waiting.length > 0; waiting = this.findWaiting()) {
      try {
        if (!(await this.beginOne(waiting))) await this.pause()
      } catch (error) {
        if (error instanceof StoreError && error.code === 'closed') break
        await this.pause()
      }
    }
    this.isDealing = false
  }

  private findWaiting(): readonly Payer[] {
    const first: Payer[] = []
    for (const payer of this.line) if (first.push(payer) === MAX_ASKED) break
    return first
  }

  /** False: no turn is free for any of them. */
  private async beginOne(waiting: readonly Payer[]): Promise<boolean> {
    const { name, pool, nextStart } = this.options
    const id = randomUUID()
    const asked = waiting.map(({ workspaceId }) => workspaceId ?? '')
    const args = [name, Math.min(pool.turns, UNLIMITED), pool.reserved, TURN_MS, id, ...asked]
    const payer = waiting[await this.connection.run<number>(TAKE_TURN, args)]
    if (payer === undefined) return false
    const release = this.toRelease({ workspaceId: payer.workspaceId ?? '', id })
    try {
      await nextStart?.()
    } catch (error) {
      release()
      throw error
    }
    // Whoever waited may have left meanwhile.
    if (!this.line.begin(payer, release)) release()
    return true
  }

  private toRelease(turn: HeldTurn): Release {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.endAll([turn]).then(
        () => this.wake(),
        () => this.unended.add(turn),
      )
    }
  }

  private async endAll(turns: readonly HeldTurn[]): Promise<void> {
    for (const { workspaceId, id } of turns) await this.connection.run(END_TURN, [this.options.name, workspaceId, id])
  }

  /** Waits until a turn of this process ends, or for a moment. */
  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

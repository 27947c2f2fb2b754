import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_REPLAYS, MAX_UNPAID_KEYS } from '../../../core/policy/index.ts'
import {
  batchKeyOf,
  chargeIdOf,
  digestOf,
  keyNameOf,
  turnOf,
  type KeyClaim,
  type KeyedRequest,
  type KeyRefusal,
} from '../idempotency.ts'
import { KeyTurns } from '../key-turns.ts'
import { unknownWorkspace } from '../workspaces.ts'
import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'

const CLAIM_KEY = loadScript('claim-key')
const END_CLAIM = loadScript('end-claim')
const KEEP_ANSWER = loadScript('keep-answer')
const FORGET_ANSWERS = loadScript('forget-answers')

/** Answers that one step forgets. Other commands wait until the step ends. */
const FORGOTTEN_PER_STEP = 500

/** Time after which the claim of a process that died ends. Longer than the longest request. Unit: ms. */
const CLAIM_MS = 75_000
/** Pause before a key is looked at again that another process uses. Unit: ms. */
const RETRY_MS = 100

type Reply = [id: string, row: string, isKept: 0 | 1] | KeyRefusal | 'in_use' | 'unknown_workspace'

/** Idempotency keys of paid requests. They expire on the clock of Redis. */
export class RequestKeys {
  private readonly connection: Connection
  /** Of the requests of this process: one of them asks Redis for their key. */
  private readonly turns = new KeyTurns()
  /** Ids of the claims that this process uses. */
  private readonly claims = new Map<string, string>()

  constructor(connection: Connection) {
    this.connection = connection
  }

  /** As `claimKey` of a ledger. */
  async claim(request: KeyedRequest, nowMs: number, signal: AbortSignal | null): Promise<KeyClaim | KeyRefusal> {
    const turn = turnOf(request)
    if (this.turns.isUsed(turn) && (await this.isConflict(request))) return 'idempotency_conflict'
    await this.turns.begin(turn, signal)
    const id = randomUUID()
    let reply: Reply = 'in_use'
    try {
      while (reply === 'in_use') {
        signal?.throwIfAborted()
        reply = await this.ask(request, id, nowMs)
        if (reply === 'in_use') await sleep(RETRY_MS)
      }
    } finally {
      if (typeof reply === 'string') this.turns.end(turn)
    }
    if (reply === 'unknown_workspace') throw unknownWorkspace(request.workspaceId)
    if (typeof reply === 'string') return reply
    this.claims.set(turn, id)
    const [chargeId, row, isKept] = reply
    const answer = isKept === 1 ? await this.readAnswer(request) : null
    return { chargeId, chargedAtMs: row === '' ? null : Number(row.split(' ')[2]), answer }
  }

  /** Stores the answer to a request that holds its key. The first one stays. */
  async keep(request: KeyedRequest, answer: Uint8Array): Promise<void> {
    const { workspaceId, mode, form = '' } = request
    const claim = this.claims.get(turnOf(request)) ?? ''
    const args = [workspaceId, keyNameOf(request), claim, mode, form, Buffer.from(answer)]
    await this.connection.run(KEEP_ANSWER, args)
  }

  /** Stops counting answers that have expired with their keys, on the clock of Redis. */
  async forget(): Promise<void> {
    while ((await this.connection.run<number>(FORGET_ANSWERS, [FORGOTTEN_PER_STEP])) === FORGOTTEN_PER_STEP);
  }

  /** Ends the use of a claim. If Redis does not answer, its lease ends it. */
  async end(request: KeyedRequest): Promise<void> {
    const turn = turnOf(request)
    const id = this.claims.get(turn) ?? ''
    this.claims.delete(turn)
    try {
      await this.connection.run(END_CLAIM, [request.workspaceId, keyNameOf(request), id])
    } catch {
      // The next request of this process asks Redis, and waits for the lease.
    } finally {
      this.turns.end(turn)
    }
  }

  private ask(request: KeyedRequest, id: string, nowMs: number): Promise<Reply> {
    const { workspaceId, mode, key, form = '' } = request
    const [digest, chargeId] = [digestOf(request), chargeIdOf(request, nowMs)]
    const name = keyNameOf(request)
    const claim = [workspaceId, name, digest, chargeId, MAX_REPLAYS, mode, MAX_UNPAID_KEYS, id, CLAIM_MS]
    return this.connection.run<Reply>(CLAIM_KEY, [...claim, form, batchKeyOf(mode, key)])
  }

  /** Absent: null, it expired a moment ago. */
  private readAnswer(request: KeyedRequest): Promise<Buffer | null> {
    const name = this.connection.name('request', request.workspaceId, keyNameOf(request))
    return this.connection.ask((redis) => redis.hgetBuffer(name, 'answer'))
  }

  private async isConflict(request: KeyedRequest): Promise<boolean> {
    const name = this.connection.name('request', request.workspaceId, keyNameOf(request))
    const digest = await this.connection.ask((redis) => redis.hget(name, 'digest'))
    return digest !== null && digest !== digestOf(request)
  }
}

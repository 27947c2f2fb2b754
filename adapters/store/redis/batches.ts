import { printAborted } from '../../../core/contract/index.ts'
import { dayOf, IDEMPOTENCY_MS, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { Connection } from '../../redis/connection.ts'
import type {
  Batch,
  Batches,
  Claim,
  DeliveryClaim,
  Item,
  ItemResult,
  Lease,
  NewBatch,
  ResultRange,
  Run,
} from '../batches.ts'
import { requireCredits } from '../require-credits.ts'
import { toBatch, toNewFields } from './batch-fields.ts'
import { claimDeliveries, endAttempt, redeliver } from './deliveries.ts'
import { toFields } from './fields.ts'
import { unknownKey, type Ledger } from './ledger.ts'
import { CREATE_BATCH, FORGET, STOP_BATCH } from './scripts/batch.ts'
import { CLAIM_RUN, COMMIT, RECLAIM } from './scripts/item.ts'

/** Results read at a time: of 1,000 with up to 100 kB each, not all are held at once. */
const RESULTS_AT_A_TIME = 20

/** Batches that one step forgets: others wait meanwhile. */
const FORGOTTEN_AT_A_TIME = 100

/** What follows on the item in the JSON of an aborted result: a script puts the item before it. */
const ABORTED_TAIL = printAborted(0, '').slice('{"index":0,"input":'.length)

export class RedisBatches implements Batches {
  private readonly connection: Connection
  private readonly ledger: Ledger

  constructor(connection: Connection, ledger: Ledger) {
    this.connection = connection
    this.ledger = ledger
  }

  async create(batch: NewBatch): Promise<{ readonly isNew: boolean; readonly batch: Batch } | 'idempotency_conflict'> {
    const fields = Object.entries(toNewFields(batch)).flat()
    const reply = await this.connection.run<[number, string[]] | 'idempotency_conflict' | 'unknown_key'>(CREATE_BATCH, [
      batch.id,
      batch.workspaceId,
      batch.keyId,
      batch.createdAtMs,
      batch.idempotency?.key ?? '',
      batch.idempotency?.bodyHash ?? '',
      IDEMPOTENCY_MS,
      fields.length,
      ...fields,
      ...batch.inputs,
    ])
    if (reply === 'unknown_key') throw unknownKey(batch.workspaceId, batch.keyId)
    if (reply === 'idempotency_conflict') return reply
    const [isNew, facts] = reply
    return { isNew: isNew === 1, batch: toBatch(toFields(facts) ?? {}) }
  }

  async find(batchId: string): Promise<Batch | null> {
    const fields = await this.connection.ask((redis) => redis.hgetall(this.connection.name('batch', batchId)))
    return fields['id'] === undefined ? null : toBatch(fields)
  }

  async *results(batchId: string, { offset = 0, limit = Infinity }: ResultRange = {}): AsyncGenerator<string> {
    const list = this.connection.name('batch', batchId, 'results')
    const end = offset + limit
    for (let from = offset; from < end; from += RESULTS_AT_A_TIME) {
      const last = Math.min(end, from + RESULTS_AT_A_TIME) - 1
      const results = await this.connection.ask((redis) => redis.lrange(list, from, last))
      yield* results
      if (results.length < RESULTS_AT_A_TIME) return
    }
  }

  async stop(batchId: string, nowMs: number): Promise<Batch | null> {
    const fields = toFields(await this.connection.run<string[]>(STOP_BATCH, [batchId, nowMs, ABORTED_TAIL]))
    return fields === null ? null : toBatch(fields)
  }

  listOverdue(createdBeforeMs: number): Promise<string[]> {
    const open = this.connection.name('open')
    return this.connection.ask((redis) => redis.zrangebyscore(open, '-inf', `(${createdBeforeMs}`))
  }

  async claimRun({ tick, most }: Run, { nowMs, leaseMs }: Lease): Promise<Claim[]> {
    const shares = await this.connection.run<(string | number)[]>(CLAIM_RUN, [tick, most, nowMs, leaseMs])
    const claims: Claim[] = []
    for (let i = 0; i < shares.length; i += 3) {
      const [batchId, from, count] = [String(shares[i]), Number(shares[i + 1]), Number(shares[i + 2])]
      for (let offset = 0; offset < count; offset++) claims.push({ batchId, index: from + offset })
    }
    return claims
  }

  async reclaim(most: number, { nowMs, leaseMs }: Lease): Promise<Claim[]> {
    const late = await this.connection.run<string[]>(RECLAIM, [most, nowMs, leaseMs])
    return late.map((claim) => {
      const colon = claim.lastIndexOf(':')
      return { batchId: claim.slice(0, colon), index: Number(claim.slice(colon + 1)) }
    })
  }

  async findItem({ batchId, index }: Claim): Promise<Item | null> {
    const [batch, items] = [this.connection.name('batch', batchId), this.connection.name('batch', batchId, 'items')]
    const [fields, input] = await this.connection.ask((redis) =>
      Promise.all([redis.hgetall(batch), redis.hget(items, String(index))]),
    )
    if (input === null || fields['id'] === undefined) return null
    const { workspaceId, keyId, kind, endpoint } = toBatch(fields)
    return { workspaceId, keyId, kind, endpoint, input }
  }

  async commit(result: ItemResult, nowMs: number): Promise<'committed' | 'already_committed'> {
    const { reservation, credits } = result
    try {
      requireCredits(credits, reservation?.credits ?? 0)
      return await this.write(result, nowMs)
    } catch (error) {
      if (reservation !== null) await this.ledger.giveUp(reservation)
      throw error
    }
  }

  claimDeliveries(most: number, lease: Lease): Promise<DeliveryClaim[]> {
    return claimDeliveries(this.connection, most, lease)
  }

  endAttempt(claim: DeliveryClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    return endAttempt(this.connection, claim, outcome, nowMs)
  }

  redeliver(batchId: string, nowMs: number): Promise<'due' | 'not_ended' | 'no_webhook'> {
    return redeliver(this.connection, batchId, nowMs)
  }

  async forget(times: { readonly endedBeforeMs: number; readonly usedBeforeMs: number }): Promise<number> {
    const { endedBeforeMs, usedBeforeMs } = times
    let forgotten = 0
    for (;;) {
      const args = [endedBeforeMs, usedBeforeMs, FORGOTTEN_AT_A_TIME]
      const [batches, keys] = await this.connection.run<[number, number]>(FORGET, args)
      forgotten += batches
      if (batches < FORGOTTEN_AT_A_TIME && keys < FORGOTTEN_AT_A_TIME) return forgotten
    }
  }

  private async write(result: ItemResult, nowMs: number): Promise<'committed' | 'already_committed'> {
    const { batchId, index, isOk, credits, json, reservation } = result
    const { workspaceId = '', id = '', atMs = 0 } = reservation ?? {}
    const outcome = await this.connection.run<'committed' | 'already_committed' | 'unknown_key'>(COMMIT, [
      batchId,
      index,
      Number(isOk),
      credits,
      json,
      nowMs,
      workspaceId,
      id,
      atMs,
      dayOf(atMs),
    ])
    if (reservation !== null) this.ledger.forget(reservation)
    if (outcome === 'unknown_key') throw unknownKey(workspaceId, `of the batch ${batchId}`)
    return outcome
  }
}

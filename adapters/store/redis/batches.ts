import { afterAttempt, dayOf, type AttemptOutcome } from '../../../core/policy/index.ts'
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
import { foreignKey, requireCredits } from '../ledger.ts'
import type { Connection } from './connection.ts'
import { toBatch, toBatchFields, toFields } from './fields.ts'
import type { RedisLedger } from './ledger.ts'
import { loadScript } from './script.ts'

const CREATE_BATCH = loadScript('create-batch')
const STOP_BATCH = loadScript('stop-batch')
const FORGET = loadScript('forget')
const CLAIM_RUN = loadScript('claim-run')
const RECLAIM = loadScript('reclaim')
const COMMIT = loadScript('commit')
const CLAIM_DELIVERIES = loadScript('claim-deliveries')
const WRITE_DELIVERY = loadScript('write-delivery')
const REDELIVER = loadScript('redeliver')

/** Results in memory at the same time: a batch may have 1,000 of up to 100 kB each. */
const RESULTS_PER_READ = 20

/** Batches that one step removes. Other commands wait until the step ends. */
const FORGOTTEN_PER_STEP = 100

export class RedisBatches implements Batches {
  private readonly connection: Connection
  private readonly ledger: RedisLedger

  constructor(connection: Connection, ledger: RedisLedger) {
    this.connection = connection
    this.ledger = ledger
  }

  async create(batch: NewBatch): Promise<{ readonly isNew: boolean; readonly batch: Batch } | 'idempotency_conflict'> {
    const fields = Object.entries(toBatchFields(batch)).flat()
    const reply = await this.connection.run<[number, string[]] | 'idempotency_conflict' | 'unknown_key'>(CREATE_BATCH, [
      batch.id,
      batch.workspaceId,
      batch.keyId,
      batch.createdAtMs,
      batch.idempotency?.key ?? '',
      batch.idempotency?.bodyHash ?? '',
      fields.length,
      ...fields,
      ...batch.inputs,
    ])
    if (reply === 'unknown_key') throw foreignKey(batch.workspaceId, batch.keyId)
    if (reply === 'idempotency_conflict') return reply
    const [isNew, written] = reply
    return { isNew: isNew === 1, batch: toBatch(toFields(written) ?? {}) }
  }

  async find(batchId: string): Promise<Batch | null> {
    const fields = await this.connection.ask((redis) => redis.hgetall(this.connection.name('batch', batchId)))
    return fields['id'] === undefined ? null : toBatch(fields)
  }

  async *results(batchId: string, { offset = 0, limit = Infinity }: ResultRange = {}): AsyncGenerator<string> {
    const list = this.connection.name('batch', batchId, 'results')
    const end = offset + limit
    for (let from = offset; from < end; from += RESULTS_PER_READ) {
      const last = Math.min(end, from + RESULTS_PER_READ) - 1
      const results = await this.connection.ask((redis) => redis.lrange(list, from, last))
      yield* results
      if (results.length < RESULTS_PER_READ) return
    }
  }

  async stop(batchId: string, nowMs: number): Promise<Batch | null> {
    const fields = toFields(await this.connection.run<string[]>(STOP_BATCH, [batchId, nowMs]))
    return fields === null ? null : toBatch(fields)
  }

  async listOpen(keyId: string): Promise<string[]> {
    const open = await this.connection.ask((redis) => redis.zrange(this.connection.name('open'), 0, -1))
    const batches = await this.connection.readHashes(open.map((id) => this.connection.name('batch', id)))
    return open.filter((_, index) => batches[index]?.['key_id'] === keyId)
  }

  listOverdue(createdBeforeMs: number): Promise<string[]> {
    const open = this.connection.name('open')
    return this.connection.ask((redis) => redis.zrangebyscore(open, '-inf', `(${createdBeforeMs}`))
  }

  async claimRun({ tick, maxItems }: Run, { nowMs, leaseMs }: Lease): Promise<Claim[]> {
    const shares = await this.connection.run<(string | number)[]>(CLAIM_RUN, [tick, maxItems, nowMs, leaseMs])
    const claims: Claim[] = []
    for (let i = 0; i < shares.length; i += 3) {
      const [batchId, from, count] = [String(shares[i]), Number(shares[i + 1]), Number(shares[i + 2])]
      for (let offset = 0; offset < count; offset++) claims.push({ batchId, index: from + offset })
    }
    return claims
  }

  async reclaim(maxItems: number, { nowMs, leaseMs }: Lease): Promise<Claim[]> {
    const claims = await this.connection.run<string[]>(RECLAIM, [maxItems, nowMs, leaseMs])
    return claims.map((claim) => {
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

  async claimDeliveries(maxDeliveries: number, { nowMs, leaseMs }: Lease): Promise<DeliveryClaim[]> {
    const reply = await this.connection.run<string[]>(CLAIM_DELIVERIES, [maxDeliveries, nowMs, leaseMs])
    const claims: DeliveryClaim[] = []
    for (let i = 0; i < reply.length; i += 2) {
      claims.push({ batchId: reply[i] ?? '', attempt: Number(reply[i + 1]) + 1 })
    }
    return claims
  }

  async endAttempt({ batchId, attempt }: DeliveryClaim, outcome: AttemptOutcome, nowMs: number): Promise<void> {
    const fields = await this.connection.ask((redis) => redis.hgetall(this.connection.name('batch', batchId)))
    const { delivery } = toBatch(fields)
    if (delivery === null || delivery.nextAtMs === null || delivery.attempts !== attempt - 1) return
    const after = afterAttempt(delivery, outcome, nowMs)
    const changes = {
      delivery_status: after.status,
      delivery_attempts: after.attempts,
      delivery_error: after.lastError ?? '',
      delivered_at_ms: after.deliveredAtMs ?? '',
    }
    // The script writes nothing if another process has ended this attempt since the read.
    const known = [batchId, delivery.attempts, delivery.nextAtMs, after.nextAtMs ?? '']
    await this.connection.run(WRITE_DELIVERY, [...known, ...Object.entries(changes).flat()])
  }

  redeliver(batchId: string, nowMs: number): Promise<'due' | 'not_ended' | 'no_webhook'> {
    return this.connection.run(REDELIVER, [batchId, nowMs])
  }

  async forget(times: { readonly endedBeforeMs: number; readonly usedBeforeMs: number }): Promise<number> {
    const { endedBeforeMs, usedBeforeMs } = times
    let forgotten = 0
    for (;;) {
      const args = [endedBeforeMs, usedBeforeMs, FORGOTTEN_PER_STEP]
      const [batches, keys] = await this.connection.run<[number, number]>(FORGET, args)
      forgotten += batches
      if (batches < FORGOTTEN_PER_STEP && keys < FORGOTTEN_PER_STEP) return forgotten
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
    if (reservation !== null) this.ledger.confirmEnd(reservation)
    if (outcome === 'unknown_key') throw foreignKey(workspaceId, `of the batch ${batchId}`)
    return outcome
  }
}

import {
  afterAttempt,
  dayOf,
  REDELIVERY_PAUSE_MS,
  toDeliveryAttempt,
  type AttemptOutcome,
  type DeliveryAttempt,
  type DeliverySlots,
  type KeyMode,
} from '../../../core/policy/index.ts'
import {
  RESULT_BYTES_PER_READ,
  referencesOf,
  type Batch,
  type Batches,
  type BatchOwner,
  type BatchPage,
  type Claim,
  type ClaimedItem,
  type ClaimedRun,
  type CreatedBatch,
  type DeliveryClaim,
  type Item,
  type ItemCommit,
  type Lease,
  type NewBatch,
  type Redelivery,
  type ResultRange,
  type Retention,
  type Run,
} from '../batches.ts'
import { foreignKey, requireCredits } from '../ledger.ts'
import { packResult, unpackResult } from '../packed-result.ts'
import { isWatchEvent } from '../watches.ts'
import type { Connection, ScriptClock } from './connection.ts'
import { digestOf, toBatch, toBatchFields, toFields } from './fields.ts'
import type { RedisLedger } from './ledger.ts'
import { batchKeyOf, keyNameOf } from '../idempotency.ts'
import { loadScript } from './script.ts'
import type { StoredSecret } from '../stored-secrets.ts'
import { listStoredSecrets, replaceStoredSecret } from './stored-secrets.ts'

const CREATE_BATCH = loadScript('create-batch')
const LIST_BATCHES = loadScript('list-batches')
const STOP_BATCH = loadScript('stop-batch')
const FORGET = loadScript('forget')
const READ_RESULTS = loadScript('read-results')
const CLAIM_RUN = loadScript('claim-run')
const RUN_AGE = loadScript('run-age')
const RECLAIM = loadScript('reclaim')
const SET_DEATHS = loadScript('set-deaths')
const COMMIT = loadScript('commit')
const CLAIM_DELIVERIES = loadScript('claim-deliveries')
const RENEW_DELIVERY = loadScript('renew-delivery')
const WRITE_DELIVERY = loadScript('write-delivery')
const REDELIVER = loadScript('redeliver')

/** Other commands wait while results are read. */
const RESULTS_PER_READ = 200

/** Results of batches, records and keys that one step removes. Other commands wait until the step ends. */
const FORGOTTEN_PER_STEP = 100

/** Answers of the script to a batch that it does not create. */
type Refusal = 'idempotency_conflict' | 'pending_items_exceeded' | 'unknown_key'

export class RedisBatches implements Batches {
  private readonly connection: Connection
  private readonly ledger: RedisLedger
  private readonly clock: ScriptClock

  constructor(connection: Connection, ledger: RedisLedger, clock: ScriptClock) {
    this.connection = connection
    this.ledger = ledger
    this.clock = clock
  }

  async create(batch: NewBatch): Promise<CreatedBatch | 'idempotency_conflict' | 'pending_items_exceeded'> {
    const references = referencesOf(batch.inputs)
    const fields = Object.entries(toBatchFields(batch, references)).flat()
    const reply = await this.connection.run<[number, string[]] | Refusal>(CREATE_BATCH, [
      batch.id,
      batch.workspaceId,
      batch.keyId,
      this.toScriptMs(batch.createdAtMs),
      batch.idempotency === null ? '' : batchKeyOf(batch.mode, batch.idempotency.key),
      batch.idempotency?.bodyHash ?? '',
      batch.mode,
      batch.maxPending ?? '',
      batch.idempotency === null ? '' : keyNameOf({ mode: batch.mode, key: batch.idempotency.key }),
      fields.length,
      references.length,
      ...fields,
      ...references.map(digestOf),
      ...batch.inputs,
    ])
    if (reply === 'unknown_key') throw foreignKey(batch.workspaceId, batch.keyId)
    if (typeof reply === 'string') return reply
    return { isNew: reply[0] === 1, batch: toBatch(toFields(reply[1]) ?? {}) }
  }

  async find(batchId: string): Promise<Batch | null> {
    const fields = await this.connection.ask((redis) => redis.hgetall(this.connection.name('batch', batchId)))
    return fields['id'] === undefined ? null : toBatch(fields)
  }

  async list(
    { workspaceId, mode }: BatchOwner,
    { after, limit, createdFromMs, createdBeforeMs, reference }: BatchPage,
  ): Promise<readonly Batch[] | 'unknown_batch'> {
    const digest = reference === undefined ? '' : digestOf(reference)
    const args = [workspaceId, mode, after ?? '', limit, createdFromMs ?? '', createdBeforeMs ?? '', digest]
    const ids = await this.connection.run<readonly string[] | 'unknown_batch'>(LIST_BATCHES, args)
    if (typeof ids === 'string') return ids
    const found = await this.connection.readHashes(ids.map((id) => this.connection.name('batch', id)))
    // An earlier version removes a record, and leaves it in the lists by reference.
    return found.filter((fields) => fields['id'] !== undefined).map(toBatch)
  }

  async *results(batchId: string, { offset = 0, limit = Infinity }: ResultRange = {}): AsyncGenerator<string> {
    const end = offset + limit
    for (let from = offset; from < end;) {
      const most = Math.min(end - from, RESULTS_PER_READ)
      const results = await this.connection.read(READ_RESULTS, [batchId, from, most, RESULT_BYTES_PER_READ])
      if (results.length === 0) return
      for (const result of results) yield await unpackResult(result)
      from += results.length
    }
  }

  async stop(batchId: string, nowMs: number): Promise<Batch | null> {
    const fields = toFields(await this.connection.run<string[]>(STOP_BATCH, [batchId, this.toScriptMs(nowMs)]))
    return fields === null ? null : toBatch(fields)
  }

  listSecrets(): AsyncGenerator<StoredSecret> {
    return listStoredSecrets(this.connection, 'batch')
  }

  replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void> {
    return replaceStoredSecret(this.connection, 'batch', stored, sealedSecret)
  }

  async listOpen(keyId: string): Promise<string[]> {
    const open = await this.connection.ask((redis) => redis.zrange(this.connection.name('open'), 0, -1))
    const batches = await this.connection.readHashes(open.map((id) => this.connection.name('batch', id)))
    return open.filter((_, index) => batches[index]?.['key_id'] === keyId)
  }

  async listOverdue(ageMs: number, nowMs: number): Promise<string[]> {
    const open = this.connection.name('open')
    const beforeMs = (await this.connection.storeMs(nowMs)) - ageMs
    return this.connection.ask((redis) => redis.zrangebyscore(open, '-inf', `(${beforeMs}`))
  }

  async claimRun({ mode, intervalMs, maxItems }: Run, { nowMs, leaseMs }: Lease): Promise<ClaimedRun> {
    const args = [mode, intervalMs, maxItems, this.toScriptMs(nowMs), leaseMs]
    const [aheadMs, ...shares] = await this.connection.run<(string | number)[]>(CLAIM_RUN, args)
    const claims: ClaimedItem[] = []
    for (let i = 0; i < shares.length; i += 4) {
      const [batchId, workspaceId] = [String(shares[i]), String(shares[i + 1])]
      const [from, count] = [Number(shares[i + 2]), Number(shares[i + 3])]
      for (let offset = 0; offset < count; offset++) claims.push({ batchId, index: from + offset, workspaceId })
    }
    return { claims, aheadMs: Number(aheadMs ?? 0) || null }
  }

  runAgeMs(mode: KeyMode, nowMs: number): Promise<number | null> {
    return this.connection.run(RUN_AGE, [mode, this.toScriptMs(nowMs)])
  }

  async reclaim(mode: KeyMode, maxItems: number, { nowMs, leaseMs }: Lease): Promise<readonly ClaimedItem[]> {
    const args = [mode, maxItems, this.toScriptMs(nowMs), leaseMs]
    const reply = await this.connection.run<string[]>(RECLAIM, args)
    const claims: ClaimedItem[] = []
    for (let i = 0; i < reply.length; i += 2) {
      const [claim = '', workspaceId = ''] = reply.slice(i, i + 2)
      const colon = claim.lastIndexOf(':')
      claims.push({ batchId: claim.slice(0, colon), index: Number(claim.slice(colon + 1)), workspaceId })
    }
    return claims
  }

  async findItem({ batchId, index }: Claim): Promise<Item | null> {
    const name = (...part: string[]): string => this.connection.name('batch', batchId, ...part)
    const [fields, input, deaths] = await this.connection.ask((redis) =>
      Promise.all([
        redis.hgetall(name()),
        redis.hget(name('items'), String(index)),
        redis.hget(name('deaths'), String(index)),
      ]),
    )
    if (input === null || fields['id'] === undefined) return null
    const { workspaceId, keyId, mode, endpoint, watchId } = toBatch(fields)
    return { workspaceId, keyId, mode, endpoint, watchId, input, deaths: Number(deaths) }
  }

  async setDeaths({ batchId, index }: Claim, deaths: number): Promise<void> {
    await this.connection.run(SET_DEATHS, [batchId, index, deaths])
  }

  async commit(result: ItemCommit, nowMs: number): Promise<'committed' | 'already_committed'> {
    const { reservation, credits } = result
    try {
      requireCredits(credits, reservation?.credits ?? 0)
      return await this.write(result, nowMs)
    } catch (error) {
      if (reservation !== null) await this.ledger.giveUp(reservation)
      throw error
    }
  }

  async claimDeliveries(slots: DeliverySlots, { nowMs, leaseMs }: Lease): Promise<DeliveryClaim[]> {
    const { total, perWorkspace, perOrigin } = slots
    const args = [total, this.toScriptMs(nowMs), leaseMs, perWorkspace, perOrigin]
    const reply = await this.connection.run<string[]>(CLAIM_DELIVERIES, args)
    const claims: DeliveryClaim[] = []
    for (let i = 0; i < reply.length; i += 2) {
      claims.push({ batchId: reply[i] ?? '', attempt: Number(reply[i + 1]) + 1 })
    }
    return claims
  }

  async renewDelivery({ batchId, attempt }: DeliveryClaim, { nowMs, leaseMs }: Lease): Promise<void> {
    await this.connection.run(RENEW_DELIVERY, [batchId, attempt - 1, this.toScriptMs(nowMs), leaseMs])
  }

  async endAttempt(
    { batchId, attempt }: DeliveryClaim,
    outcome: AttemptOutcome,
    nowMs: number,
    durationMs = 0,
  ): Promise<void> {
    const name = this.connection.name(isWatchEvent(batchId) ? 'watch-event' : 'batch', batchId)
    const { delivery } = toBatch(await this.connection.ask((redis) => redis.hgetall(name)))
    if (delivery === null || delivery.nextAtMs === null || delivery.attempts !== attempt - 1) return
    const after = afterAttempt(delivery, outcome, await this.connection.storeMs(nowMs))
    const changes = {
      delivery_status: after.status,
      delivery_attempts: after.attempts,
      delivery_error: after.lastError ?? '',
      delivered_at_ms: after.deliveredAtMs ?? '',
    }
    // The script writes nothing if another process has ended this attempt since the read.
    const remembered = JSON.stringify(toDeliveryAttempt(attempt, outcome, nowMs, durationMs))
    const known = [batchId, delivery.attempts, delivery.nextAtMs, after.nextAtMs ?? '', remembered]
    await this.connection.run(WRITE_DELIVERY, [...known, ...Object.entries(changes).flat()])
  }

  async listAttempts(batchId: string): Promise<readonly DeliveryAttempt[]> {
    const list = this.connection.name('batch', batchId, 'attempts')
    const attempts = await this.connection.ask((redis) => redis.lrange(list, 0, -1))
    return attempts.map((text) => JSON.parse(text) as DeliveryAttempt)
  }

  async redeliver(batchId: string, nowMs: number): Promise<Redelivery> {
    const args = [batchId, this.toScriptMs(nowMs), REDELIVERY_PAUSE_MS]
    const reply = await this.connection.run<Redelivery | number>(REDELIVER, args)
    return typeof reply === 'number' ? { retryAfterMs: reply } : reply
  }

  async forget({ resultsMs, recordsMs, idempotencyMs }: Retention, nowMs: number): Promise<number> {
    for (let forgotten = 0; ;) {
      const args = [resultsMs, recordsMs, idempotencyMs, FORGOTTEN_PER_STEP, this.toScriptMs(nowMs)]
      const counts = await this.connection.run<readonly [batches: number, records: number, keys: number]>(FORGET, args)
      forgotten += counts[0]
      if (counts.every((count) => count < FORGOTTEN_PER_STEP)) return forgotten
    }
  }

  /** The time that a script works with. Empty: that of Redis. */
  private toScriptMs(nowMs: number): number | '' {
    return this.clock === 'redis' ? '' : nowMs
  }

  private async write(result: ItemCommit, nowMs: number): Promise<'committed' | 'already_committed'> {
    const { batchId, index, isOk, credits, json, reservation } = result
    const { workspaceId = '', id = '', atMs = 0 } = reservation ?? {}
    const outcome = await this.connection.run<'committed' | 'already_committed' | 'unknown_key'>(COMMIT, [
      batchId,
      index,
      Number(isOk),
      credits,
      await packResult(json),
      this.toScriptMs(nowMs),
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

import type { Redis } from 'ioredis'
import { dayOf } from '../../../core/policy/index.ts'
import { originOf, type BatchOwner, type ItemCommit, type Lease } from '../batches.ts'
import { foreignKey, requireCredits } from '../ledger.ts'
import { unpackResult } from '../packed-result.ts'
import {
  REMOVED_PER_STEP,
  type CreatedWatch,
  type LookCommit,
  type NewWatch,
  type Span,
  type StoredLook,
  type StoredPoint,
  type Watch,
  type WatchedState,
  type Watches,
  type WatchEvent,
  type WatchItem,
  type WatchStep,
} from '../watches.ts'
import type { Connection, ScriptClock } from './connection.ts'
import { forgetWatches } from './forget-watches.ts'
import { toFields } from './fields.ts'
import type { RedisLedger } from './ledger.ts'
import { loadScript } from './script.ts'
import type { StoredSecret } from '../stored-secrets.ts'
import { listStoredSecrets, replaceStoredSecret } from './stored-secrets.ts'
import {
  parsePoint,
  pointPrefix,
  printLookCommit,
  printNewWatch,
  printStep,
  toWatch,
  toWatchEvent,
  type WatchRefusal,
} from './watch-fields.ts'

const CREATE_WATCH = loadScript('create-watch')
const CLAIM_WATCHES = loadScript('claim-watches')
const STEP_WATCH = loadScript('step-watch')
const COMMIT_LOOK = loadScript('commit-look')
const REDELIVER_EVENTS = loadScript('redeliver-events')
const REMOVE_WATCH = loadScript('remove-watch')

export class RedisWatches implements Watches {
  private readonly connection: Connection
  private readonly ledger: RedisLedger
  private readonly clock: ScriptClock

  constructor(connection: Connection, ledger: RedisLedger, clock: ScriptClock) {
    this.connection = connection
    this.ledger = ledger
    this.clock = clock
  }

  async create(watch: NewWatch): Promise<CreatedWatch | 'idempotency_conflict' | 'too_many_items'> {
    const args = printNewWatch(watch, this.toScriptMs(watch.createdAtMs))
    const reply = await this.connection.run<[number, string[]] | WatchRefusal>(CREATE_WATCH, args)
    if (reply === 'unknown_key') throw foreignKey(watch.workspaceId, watch.keyId)
    if (typeof reply === 'string') return reply
    return { isNew: reply[0] === 1, watch: toWatch(toFields(reply[1]) ?? {}) }
  }

  async find(watchId: string): Promise<Watch | null> {
    const fields = await this.readFields(watchId)
    return fields['id'] === undefined ? null : toWatch(fields)
  }

  async list(
    { workspaceId, mode }: BatchOwner,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly Watch[] | 'unknown_watch'> {
    const list = this.connection.name('workspace', workspaceId, 'watches', mode)
    const rank = after === null ? -1 : await this.connection.ask((redis) => redis.zrevrank(list, after))
    if (rank === null) return 'unknown_watch'
    const ids = await this.connection.ask((redis) => redis.zrevrange(list, rank + 1, rank + limit))
    const found = await this.connection.readHashes(ids.map((id) => this.connection.name('watch', id)))
    return found.filter((fields) => fields['id'] !== undefined).map(toWatch)
  }

  async listItems(watchId: string, from: number, limit: number): Promise<readonly WatchItem[]> {
    const { itemCount } = toWatch(await this.readFields(watchId))
    const end = Math.min(itemCount || 0, from + limit)
    return this.readItems(
      watchId,
      Array.from({ length: Math.max(0, end - from) }, (_, index) => String(from + index)),
    )
  }

  async listDue(watchId: string, nowMs: number): Promise<readonly WatchItem[]> {
    const storeMs = await this.connection.storeMs(nowMs)
    if ((await this.find(watchId)) === null) return []
    const due = this.name(watchId, 'due')
    const items = await this.connection.ask((redis) => redis.zrangebyscore(due, '-inf', storeMs))
    return (await this.readItems(watchId, items)).toSorted((left, right) => left.item - right.item)
  }

  async firstDueMs(watchId: string): Promise<number | null> {
    if ((await this.find(watchId)) === null) return null
    const due = this.name(watchId, 'due')
    const [, score] = await this.connection.ask((redis) => redis.zrange(due, 0, 0, 'WITHSCORES'))
    return score === undefined ? null : Number(score)
  }

  async claimDue(most: number, { nowMs, leaseMs }: Lease): Promise<readonly Watch[]> {
    const ids = await this.connection.run<string[]>(CLAIM_WATCHES, [most, this.toScriptMs(nowMs), leaseMs])
    const found = await this.connection.readHashes(ids.map((id) => this.connection.name('watch', id)))
    return found.filter((fields) => fields['id'] !== undefined).map(toWatch)
  }

  async step(watchId: string, revision: number, step: WatchStep, nowMs: number): Promise<boolean> {
    const args = [watchId, revision, this.toScriptMs(nowMs), printStep(step)]
    const outcome = await this.connection.run<number | 'unknown_key'>(STEP_WATCH, args)
    if (outcome === 'unknown_key' && step.batch) throw foreignKey(step.batch.workspaceId, step.batch.keyId)
    return outcome === 1
  }

  async findItem(watchId: string, item: number): Promise<WatchedState | null> {
    const field = String(item)
    const [input, state] = await this.connection.ask((redis) =>
      Promise.all([
        redis.hget(this.name(watchId, 'items'), field),
        redis.hgetBuffer(this.name(watchId, 'states'), field),
      ]),
    )
    return input === null ? null : { input, state }
  }

  async commitLook(result: ItemCommit, look: LookCommit, nowMs: number): Promise<'committed' | 'already_committed'> {
    const { batchId, index, isOk, credits, reservation } = result
    try {
      requireCredits(credits, reservation?.credits ?? 0)
      const { workspaceId, id, atMs } = reservation ?? { workspaceId: '', id: '', atMs: nowMs }
      const outcome = await this.connection.run<'committed' | 'already_committed' | 'unknown_key'>(COMMIT_LOOK, [
        batchId,
        index,
        Number(isOk),
        credits,
        this.toScriptMs(nowMs),
        workspaceId,
        id,
        atMs,
        dayOf(atMs),
        printLookCommit(look),
        look.state,
        look.record ?? '',
      ])
      if (reservation !== null) this.ledger.confirmEnd(reservation)
      if (outcome === 'unknown_key') throw foreignKey(workspaceId, `of the batch ${batchId}`)
      return outcome
    } catch (error) {
      if (reservation !== null) await this.ledger.giveUp(reservation)
      throw error
    }
  }

  async listPoints(
    watchId: string,
    item: number,
    field: string,
    { fromMs, toMs }: Span,
  ): Promise<readonly StoredPoint[]> {
    const points = this.name(watchId, 'points', item)
    const [start, from] = [`[${pointPrefix(field)}`, pointPrefix(field, fromMs)]
    const end = `[${pointPrefix(field, toMs)}\xff`
    const [before, inside] = await this.connection.ask((redis) =>
      Promise.all([
        redis.zrevrangebylex(points, `(${from}`, start, 'LIMIT', 0, 1),
        redis.zrangebylex(points, `[${from}`, end),
      ]),
    )
    const [first] = inside.map(parsePoint)
    const held = first?.atMs === fromMs ? [] : before
    return [...held, ...inside].map(parsePoint).map(({ atMs, text }) => ({ atMs, text }))
  }

  async listFields(watchId: string, item: number): Promise<readonly string[]> {
    const points = this.name(watchId, 'points', item)
    const fields: string[] = []
    for (let from = '-'; ;) {
      const [member] = await this.connection.ask((redis) => redis.zrangebylex(points, from, '+', 'LIMIT', 0, 1))
      if (member === undefined) return fields
      const { field } = parsePoint(member)
      fields.push(field)
      // The next field begins after all names that begin with this one and a NUL.
      from = `(${field}\x01`
    }
  }

  async listLooks(watchId: string, item: number, { fromMs, toMs }: Span): Promise<readonly StoredLook[]> {
    const looks = this.name(watchId, 'looks', item)
    const found = await this.connection.ask((redis) => redis.zrangebyscore(looks, fromMs, toMs))
    return found.map((member) => {
      const space = member.indexOf(' ')
      return { atMs: Number(member.slice(0, space)), text: member.slice(space + 1) }
    })
  }

  async readRecord(watchId: string, item: number, atMs: number | null): Promise<string | null> {
    const records = this.name(watchId, 'records', item)
    const times = await this.connection.ask((redis) => redis.hkeys(records))
    const newest = times.includes('last') ? 'last' : times.toSorted((a, b) => Number(b) - Number(a))[0]
    const field = atMs === null ? newest : String(atMs)
    if (field === undefined) return null
    const record = await this.connection.ask((redis) => redis.hgetBuffer(records, field))
    return record === null ? null : unpackResult(record)
  }

  async listEvents(watchId: string, after: number, limit: number): Promise<readonly WatchEvent[]> {
    const events = this.name(watchId, 'events')
    return this.readEvents(watchId, (redis) => redis.zrangebyscore(events, `(${after}`, '+inf', 'LIMIT', 0, limit))
  }

  async listLastEvents(watchId: string, before: number | null, limit: number): Promise<readonly WatchEvent[]> {
    const events = this.name(watchId, 'events')
    const most = before === null ? '+inf' : `(${before}`
    return this.readEvents(watchId, (redis) => redis.zrevrangebyscore(events, most, '-inf', 'LIMIT', 0, limit))
  }

  async findEvent(eventId: string): Promise<WatchEvent | null> {
    const fields = await this.connection.ask((redis) => redis.hgetall(this.connection.name('watch-event', eventId)))
    return fields['id'] === undefined ? null : toWatchEvent(fields)
  }

  async redeliver({ id, webhookUrl }: Watch, eventId: string | null, nowMs: number): Promise<number> {
    if (webhookUrl === null) return 0
    let [total, from] = [0, '0']
    for (;;) {
      const args = [id, eventId ?? '', from, REMOVED_PER_STEP, webhookUrl, originOf(webhookUrl), this.toScriptMs(nowMs)]
      const [count, last] = await this.connection.run<[number, number | string]>(REDELIVER_EVENTS, args)
      total += count
      if (Number(last) === 0) return total
      from = `(${last}`
    }
  }

  findDrift(name: string): Promise<string | null> {
    return this.connection.ask((redis) => redis.hget(this.connection.name('watch-drift'), name))
  }

  async readDrift(): Promise<ReadonlyMap<string, string>> {
    const drift = await this.connection.ask((redis) => redis.hgetall(this.connection.name('watch-drift')))
    return new Map(Object.entries(drift))
  }

  async remove(watchId: string): Promise<boolean> {
    return (await this.connection.run<number>(REMOVE_WATCH, [watchId])) === 1
  }

  forget(nowMs: number): Promise<number> {
    return forgetWatches(this.connection, nowMs)
  }

  listSecrets(): AsyncGenerator<StoredSecret> {
    return listStoredSecrets(this.connection, 'watch')
  }

  replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void> {
    return replaceStoredSecret(this.connection, 'watch', stored, sealedSecret)
  }

  /** `list`: gives the ids of events of a watch. */
  private async readEvents(watchId: string, list: (redis: Redis) => Promise<string[]>): Promise<readonly WatchEvent[]> {
    if ((await this.find(watchId)) === null) return []
    const ids = await this.connection.ask(list)
    const found = await this.connection.readHashes(ids.map((id) => this.connection.name('watch-event', id)))
    return found.filter((fields) => fields['id'] !== undefined).map(toWatchEvent)
  }

  private name(watchId: string, ...parts: (string | number)[]): string {
    return this.connection.name('watch', watchId, ...parts.map(String))
  }

  private readFields(watchId: string): Promise<Record<string, string>> {
    return this.connection.ask((redis) => redis.hgetall(this.connection.name('watch', watchId)))
  }

  private async readItems(watchId: string, items: readonly string[]): Promise<readonly WatchItem[]> {
    if (items.length === 0) return []
    const [inputsName, dueName] = [this.name(watchId, 'items'), this.name(watchId, 'due')]
    const [inputs, due] = await this.connection.ask((redis) =>
      Promise.all([redis.hmget(inputsName, ...items), redis.zmscore(dueName, ...items)]),
    )
    return items.flatMap((item, index) => {
      const input = inputs[index] ?? null
      return input === null ? [] : [{ item: Number(item), input, dueMs: Number(due[index] ?? 0) }]
    })
  }

  /** The time that a script works with. Empty: that of Redis. */
  private toScriptMs(nowMs: number): number | '' {
    return this.clock === 'redis' ? '' : nowMs
  }
}

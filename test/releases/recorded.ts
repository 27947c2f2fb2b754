import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Redis } from 'ioredis'
import { root } from '../support/root.ts'
import { toBytes } from './read-redis-data.ts'

/** A key as the released version printed it when it was created. */
interface RecordedKey {
  readonly id: string
  readonly workspace: string
  readonly kind: 'live' | 'test'
  readonly fullKey: string
  readonly isRevoked: boolean
}

interface RecordedUsage {
  readonly day: string
  readonly keyId: string
  readonly kind: string
  readonly charges: number
  readonly credits: number
}

/** A batch as the released version answered a poll. */
interface RecordedBatch {
  readonly id: string
  readonly status: string
  readonly total_count: number
  readonly processed_count: number
  readonly credits_charged: number
  readonly webhook_url: string | null
  readonly webhook_delivery_status: string | null
  readonly results: readonly unknown[]
}

/** What a released version said of its data at the end of the recording. */
export interface Facts {
  /** Time at which the released version was stopped, on its clock. Unit: ms since 1970. */
  readonly endMs: number
  readonly workspaces: readonly { readonly id: string; readonly name: string; readonly plan: string }[]
  readonly keys: readonly RecordedKey[]
  /** Usage of each workspace by its id. */
  readonly usage: Readonly<Record<string, readonly RecordedUsage[]>>
  /** Batches with the full key that created them. Order: creation. `results`: absent, they were removed. */
  readonly batches: readonly {
    readonly fullKey: string
    readonly batch: Partial<RecordedBatch> & { readonly id: string }
  }[]
  /** Idempotency key of the last batch, and the body that it was sent with. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string; readonly batchId: string }
  /** Ids of charges that were written as unanswered and do not count. Empty: the version has none. */
  readonly uncounted: readonly string[]
}

/** Data of a type of Redis. A text that begins with `base64:` stands for bytes. */
type RedisValue =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'list' | 'set'; readonly value: readonly string[] }
  | { readonly type: 'hash' | 'zset'; readonly value: Readonly<Record<string, string>> }

export type RedisData = Readonly<Record<string, RedisValue>>

/** The released versions whose data is recorded, and their commits. */
export const RELEASES = {
  '0.1.0': '9117b6b0',
  '0.2.0': '0fb9a02e',
} as const

export type Release = keyof typeof RELEASES
export type StoreName = 'sqlite' | 'redis'

function fileOf(release: Release, name: string): string {
  return join(root, 'test/releases', release, `${name}.gz`)
}

export function writeRecorded(release: Release, name: string, bytes: string | Buffer): void {
  writeFileSync(fileOf(release, name), gzipSync(bytes, { level: 9 }))
}

function readRecorded(release: Release, name: string): Buffer {
  return gunzipSync(readFileSync(fileOf(release, name)))
}

export function readFacts(release: Release, store: StoreName): Facts {
  return JSON.parse(readRecorded(release, `${store}-facts.json`).toString()) as Facts
}

/** The database of the embedded store. */
export function readDatabase(release: Release): Buffer {
  return readRecorded(release, 'shelfmark.sqlite')
}

/** Writes the recorded data to a Redis under another prefix. */
export async function fillRedis(redis: Redis, release: Release, prefix: string): Promise<void> {
  const data = JSON.parse(readRecorded(release, 'redis.json').toString()) as RedisData
  for (const [name, { type, value }] of Object.entries(data)) {
    const key = name.replace('shelfmark:', `${prefix}:`)
    if (type === 'string') await redis.set(key, toBytes(value))
    else if (type === 'list') await redis.rpush(key, ...value.map(toBytes))
    else if (type === 'set') await redis.sadd(key, ...value)
    else if (type === 'hash') await redis.hset(key, ...Object.entries(value).flat())
    else await redis.zadd(key, ...Object.entries(value).flatMap(([member, score]) => [score, rename(member, prefix)]))
  }
}

/** Members of `idempotency-uses` are names. */
function rename(member: string, prefix: string): string {
  return member.startsWith('shelfmark:') ? member.replace('shelfmark:', `${prefix}:`) : member
}

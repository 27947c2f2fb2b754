import type { Redis } from 'ioredis'
import type { RedisData } from './recorded.ts'

const BASE64 = 'base64:'

/** Bytes as a text of JSON. Those that are not UTF-8 begin with `base64:`. */
function toText(bytes: Buffer): string {
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) ? text : BASE64 + bytes.toString('base64')
}

export function toBytes(text: string): Buffer {
  return text.startsWith(BASE64) ? Buffer.from(text.slice(BASE64.length), 'base64') : Buffer.from(text)
}

/** All data with a prefix, under names that begin with `shelfmark`. Times of expiry and the limits of keys are left out. */
export async function readRedisData(redis: Redis, prefix: string): Promise<RedisData> {
  const data: Record<string, RedisData[string]> = {}
  const rename = (name: string): string => name.replaceAll(`${prefix}:`, 'shelfmark:')
  for (const key of (await redis.keys(`${prefix}:*`)).toSorted()) {
    if (key.startsWith(`${prefix}:limit:`)) continue
    const [type, name] = [await redis.type(key), rename(key)]
    if (type === 'string') data[name] = { type, value: toText((await redis.getBuffer(key)) ?? Buffer.of()) }
    else if (type === 'list') data[name] = { type, value: (await redis.lrangeBuffer(key, 0, -1)).map(toText) }
    else if (type === 'set') data[name] = { type, value: (await redis.smembers(key)).toSorted() }
    else if (type === 'hash') data[name] = { type, value: await redis.hgetall(key) }
    else data[name] = { type: 'zset', value: toPairs((await redis.zrange(key, 0, -1, 'WITHSCORES')).map(rename)) }
  }
  return data
}

function toPairs(list: readonly string[]): Record<string, string> {
  const pairs: Record<string, string> = {}
  for (let i = 0; i < list.length; i += 2) pairs[list[i] ?? ''] = list[i + 1] ?? ''
  return pairs
}

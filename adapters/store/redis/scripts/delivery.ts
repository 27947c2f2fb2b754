import { defineScript } from '../../../redis/script.ts'

/**
 * Claims webhooks that are due: until the lease ends, they are due no more.
 *
 * ARGV 3: most. 4: now; unit: ms since 1970. 5: ms that they are claimed for.
 * Reply: of each: id of the batch, attempts that have ended.
 */
export const CLAIM_DELIVERIES = defineScript(`
local due, reply = name('due'), {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', ARGV[4], 'LIMIT', 0, ARGV[3])) do
  redis.call('ZADD', due, ARGV[4] + ARGV[5], id)
  reply[#reply + 1] = id
  reply[#reply + 1] = redis.call('HGET', name('batch', id), 'delivery_attempts')
end
return reply
`)

/**
 * Writes how far a delivery is, if it is yet where it was when that was decided.
 *
 * ARGV 3: batch. 4: attempts that had ended. 5: when the next was due. 6: when the next is due now;
 * unit: ms since 1970; empty: none is. From 7: names of fields, each with its value.
 */
export const WRITE_DELIVERY = defineScript(`
local id, nextAtMs = ARGV[3], ARGV[6]
local batch = name('batch', id)
local attempts, dueAtMs = unpack(redis.call('HMGET', batch, 'delivery_attempts', 'delivery_at_ms'))
if attempts ~= ARGV[4] or dueAtMs ~= ARGV[5] then return 'OK' end
redis.call('HSET', batch, 'delivery_at_ms', nextAtMs, unpack(ARGV, 7))
if nextAtMs == '' then redis.call('ZREM', name('due'), id) else redis.call('ZADD', name('due'), nextAtMs, id) end
return 'OK'
`)

/**
 * Makes the webhook of an ended batch due again, from the first attempt.
 *
 * ARGV 3: batch. 4: now; unit: ms since 1970.
 * Reply: `due`, `not_ended`, `no_webhook`.
 */
export const REDELIVER = defineScript(`
local id, nowMs = ARGV[3], ARGV[4]
local batch = name('batch', id)
local status, webhook = unpack(redis.call('HMGET', batch, 'status', 'webhook_url'))
if not webhook then return 'no_webhook' end
if status ~= 'complete' and status ~= 'failed' then return 'not_ended' end
redis.call('HSET', batch, 'delivery_status', 'pending', 'delivery_attempts', 0, 'delivery_at_ms', nowMs)
redis.call('ZADD', name('due'), nowMs, id)
return 'due'
`)

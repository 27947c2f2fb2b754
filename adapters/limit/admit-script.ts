import { defineScript } from '../redis/script.ts'

/** Longer than a caller's clock may stand still: what is forgotten after it says nothing. Unit: ms. */
const IDLE_MS = 60_000

/**
 * Lets a request through, as `admit` decides: rate and concurrency in one step.
 *
 * Names: `limit:<key>`: thousandths of tokens, and their time. `limit:<key>:slots`: those held,
 * by the end of their lease. `limit:<key>:recent`: requests let through in the last second, by time.
 * All go when the key has been idle for so long that nothing would be decided differently.
 *
 * ARGV 3: key. 4: slot. 5: now; unit: ms since 1970; empty: the server's clock. 6: ms that the
 * slot may be held. 7: requests in flight, 8: requests a second, 9: of a burst, that the key may have.
 * Reply: `ok`, requests in flight, requests of the last second; or `rate`, ms until the next token;
 * or `concurrency`. Again with a slot that is held: as it is.
 */
export const ADMIT = defineScript(`
local bucket, slots, recent = name('limit', ARGV[3]), name('limit', ARGV[3], 'slots'), name('limit', ARGV[3], 'recent')
local slot, leaseMs = ARGV[4], tonumber(ARGV[6])
local concurrency, sustained, burst = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local nowMs = tonumber(ARGV[5]) or redisMs
local capacity = ((burst - sustained) * 3 + sustained) * 1000

local milliTokens, atMs = capacity, nowMs
local before = redis.call('HMGET', bucket, 'milli_tokens', 'at_ms')
if before[1] then
  atMs = math.max(tonumber(before[2]), nowMs)
  milliTokens = math.min(capacity, before[1] + (atMs - before[2]) * sustained)
end
redis.call('HSET', bucket, 'milli_tokens', milliTokens, 'at_ms', atMs)
redis.call('ZREMRANGEBYSCORE', slots, '-inf', atMs)
redis.call('ZREMRANGEBYSCORE', recent, '-inf', atMs - 1000)
local ttlMs = math.max(leaseMs, math.ceil(capacity / sustained)) + ${IDLE_MS}
redis.call('PEXPIRE', bucket, ttlMs)

local inFlight = redis.call('ZCARD', slots)
if not redis.call('ZSCORE', slots, slot) then
  if milliTokens < 1000 then return {'rate', math.ceil((1000 - milliTokens) / sustained)} end
  if inFlight >= concurrency then return {'concurrency'} end
  redis.call('HSET', bucket, 'milli_tokens', milliTokens - 1000)
  redis.call('ZADD', slots, atMs + leaseMs, slot)
  redis.call('ZADD', recent, atMs, slot)
  redis.call('PEXPIRE', slots, ttlMs)
  redis.call('PEXPIRE', recent, ttlMs)
  inFlight = inFlight + 1
end
return {'ok', inFlight, redis.call('ZCARD', recent)}
`)

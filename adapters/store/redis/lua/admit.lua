--[[
Decides whether a request of a key may begin, by rate and concurrency in one step. The rules
are those of `admit` in core/policy: a token bucket in thousandths of a token, no second with
more requests than the burst rate, and slots with leases. A refused request takes neither a token nor a slot. Called again with a held slot, it
returns the slot unchanged. A request that counts as none takes nothing, and is told the rate.

KEYS: built from the prefix. They expire when the key has been idle for so long that a
decision without them is the same:
  limit:<key>         milli_tokens and at_ms of the bucket; ignored with the others if at_ms is in the future
  limit:<key>:slots   held slots by end of lease
  limit:<key>:recent  admitted requests of the last second, by time
ARGV:
  3  key id
  4  slot id
  5  now; ms since 1970; empty: the clock of Redis
  6  lease of the slot; ms
  7  maximum number of requests in flight
  8  sustained rate; requests a second
  9  burst rate; requests a second
  10  what the request counts as in the rate; more than the burst rate count as the burst rate
Returns:
  {outcome, number, admitted in the last second, milli_tokens}
  outcome and number:
    ok           in flight; this request included, as in the other numbers
    rate         ms until there are tokens, and until the last second has room
    concurrency  0: every slot is held
]]
-- @include shared/start
local bucket, slots, recent = name('limit', ARGV[3]), name('limit', ARGV[3], 'slots'), name('limit', ARGV[3], 'recent')
local slot, leaseMs = ARGV[4], tonumber(ARGV[6])
local concurrency, sustained, burst = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local requests = math.min(tonumber(ARGV[10]), burst)
local nowMs = tonumber(ARGV[5]) or redisMs
local capacity = ((burst - sustained) * {{BURST_SECONDS}} + sustained) * {{TOKEN_MILLIS}}

local milliTokens, atMs = capacity, nowMs
local before = redis.call('HMGET', bucket, 'milli_tokens', 'at_ms')
local isFuture = before[2] and tonumber(before[2]) > nowMs + {{CLOCK_TOLERANCE_MS}}
if isFuture then
  redis.call('DEL', bucket, slots, recent)
elseif before[1] then
  atMs = math.max(tonumber(before[2]), nowMs)
  milliTokens = math.min(capacity, before[1] + (atMs - before[2]) * sustained)
end
redis.call('HSET', bucket, 'milli_tokens', milliTokens, 'at_ms', atMs)
redis.call('ZREMRANGEBYSCORE', slots, '-inf', atMs)
redis.call('ZREMRANGEBYSCORE', recent, '-inf', atMs - {{RECENT_MS}})
local ttlMs = math.max(leaseMs, math.ceil(capacity / sustained)) + {{IDLE_MS}}
redis.call('PEXPIRE', bucket, ttlMs)

local inFlight = redis.call('ZCARD', slots)
if requests > 0 and not redis.call('ZSCORE', slots, slot) then
  local waitMs = math.max(0, math.ceil((requests * {{TOKEN_MILLIS}} - milliTokens) / sustained))
  local count = redis.call('ZCARD', recent)
  local surplus = count + requests - 1 - burst
  if surplus >= 0 then
    local oldest = redis.call('ZRANGE', recent, surplus, surplus, 'WITHSCORES')
    waitMs = math.max(waitMs, oldest[2] + {{RECENT_MS}} - atMs)
  end
  if waitMs > 0 then return {'rate', waitMs, count, milliTokens} end
  if inFlight >= concurrency then return {'concurrency', 0, count, milliTokens} end
  milliTokens = milliTokens - requests * {{TOKEN_MILLIS}}
  redis.call('HSET', bucket, 'milli_tokens', milliTokens)
  redis.call('ZADD', slots, atMs + leaseMs, slot)
  for page = 1, requests do redis.call('ZADD', recent, atMs, slot .. ':' .. page) end
  redis.call('PEXPIRE', slots, ttlMs)
  redis.call('PEXPIRE', recent, ttlMs)
  inFlight = inFlight + 1
end
return {'ok', inFlight, redis.call('ZCARD', recent), milliTokens}

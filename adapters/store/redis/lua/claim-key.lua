--[[
Claims an idempotency key for a paid request: the same key and parameters have the same charge.
A charge that was voided does not count: its key gets a new one. Called again with the id of a
claim, it changes nothing.

KEYS: those of shared/charge, shared/void and shared/answers, and, built from the prefix:
  workspace:<workspace>        plan; read
  request:<workspace>:<name>   digest, charge, replays, claim, until_ms of the claim; expires
  idempotency:<workspace>:<key>  a batch or a watch was created with the key; read
  requests:<workspace>:<kind>  names of keys that may have no charge, by time of claim; removes the oldest; expires
ARGV:
  3  workspace id
  4  name: the kind of the caller's key, and the idempotency key
  5  digest of the parameters
  6  charge id if the key is new
  7  maximum number of replays
  8  kind of the caller's key
  9  maximum number of keys without a charge
  10  id of the claim
  11  lease of the claim; ms
  12  form of the answer
  13  name of the idempotency key for batches
Returns:
  {charge id, row of the charge, 1 or 0}  an earlier request was charged: this one is a replay; 1: its answer is stored
  {charge id, '', 1 or 0}                 no request was charged; 1: an answer is stored
  idempotency_conflict            the key was used with other parameters, or created a batch or a watch
  in_use                          another request uses the key
  unknown_workspace               there is no such workspace, or it was erased
  too_many_replays                the maximum number of replays is reached
]]
-- @include shared/start
-- @include shared/charge
-- @include shared/void
-- @include shared/answers
local workspace, claim, untilMs = ARGV[3], ARGV[10], redisMs + ARGV[11]
if redis.call('HEXISTS', name('workspace', workspace), 'plan') == 0 then return 'unknown_workspace' end
local function nameOf(key) return name('request', workspace, key) end
local request = nameOf(ARGV[4])
local function paidMonth(id)
  local month = findMonth({workspace = workspace, id = id})
  return month and not isVoid(workspace, month, id) and month
end

local digest, id, replays, holder, heldMs = unpack(redis.call('HMGET', request, 'digest', 'charge', 'replays', 'claim', 'until_ms'))
if digest and digest ~= ARGV[5] then return 'idempotency_conflict' end
if not digest and redis.call('EXISTS', name('idempotency', workspace, ARGV[13])) == 1 then return 'idempotency_conflict' end
local isHeld = holder and tonumber(heldMs) > redisMs and tonumber(heldMs) <= untilMs + {{CLOCK_TOLERANCE_MS}}
if isHeld and holder ~= claim then return 'in_use' end
local month = digest and paidMonth(id)
local isKept = redis.call('HGET', request, 'form') == ARGV[12] and 1 or 0
if month then
  if holder ~= claim and isKept == 1 then
    redis.call('HSET', request, 'claim', claim, 'until_ms', untilMs)
  elseif holder ~= claim then
    if tonumber(replays) >= tonumber(ARGV[7]) then return 'too_many_replays' end
    redis.call('HINCRBY', request, 'replays', 1)
    redis.call('HSET', request, 'claim', claim, 'until_ms', untilMs)
  end
  return {id, redis.call('HGET', name('workspace', workspace, 'ledger', month), id), isKept}
end
if digest and not findMonth({workspace = workspace, id = id}) then
  redis.call('HSET', request, 'claim', claim, 'until_ms', untilMs)
  return {id, '', isKept}
end

redis.call('HSET', request, 'digest', ARGV[5], 'charge', ARGV[6], 'replays', 0, 'claim', claim, 'until_ms', untilMs)
redis.call('PEXPIRE', request, {{IDEMPOTENCY_MS}})
dropAnswer(ARGV[8], workspace, ARGV[4])
local unpaid = name('requests', workspace, ARGV[8])
redis.call('ZADD', unpaid, redisMs, ARGV[4])
redis.call('PEXPIRE', unpaid, {{IDEMPOTENCY_MS}})
-- Whether a key was charged is only looked up when it would be removed: charges cost nothing more.
local surplus = redis.call('ZCARD', unpaid) - ARGV[9]
if surplus > 0 then
  for _, oldest in ipairs(redis.call('ZRANGE', unpaid, 0, math.min(surplus, 2) - 1)) do
    local charge = redis.call('HGET', nameOf(oldest), 'charge')
    if charge and not paidMonth(charge) then
      dropAnswer(ARGV[8], workspace, oldest)
      redis.call('UNLINK', nameOf(oldest))
    end
    redis.call('ZREM', unpaid, oldest)
  end
end
return {ARGV[6], '', 0}

--[[
Claims an idempotency key for a paid request: the same key and parameters have the same charge.
A charge that was voided does not count: its key gets a new one.

KEYS: those of shared/charge and shared/void, and, built from the prefix:
  request:<workspace>:<name>  digest, charge, replays; expires
ARGV:
  3  workspace id
  4  name: the kind of the caller's key, and the idempotency key
  5  digest of the parameters
  6  charge id if the key is new
  7  maximum number of replays
Returns:
  {charge id, row of the charge}  an earlier request was charged: this one is a replay
  {charge id}                     no request was charged
  idempotency_conflict            the key was used with other parameters
  too_many_replays                the maximum number of replays is reached
]]
-- @include shared/start
-- @include shared/charge
-- @include shared/void
local workspace, request = ARGV[3], name('request', ARGV[3], ARGV[4])
local digest, id, replays = unpack(redis.call('HMGET', request, 'digest', 'charge', 'replays'))
if digest and digest ~= ARGV[5] then return 'idempotency_conflict' end
if digest then
  local month = findMonth({workspace = workspace, id = id})
  if not month then return {id} end
  if not isVoid(workspace, month, id) then
    if tonumber(replays) >= tonumber(ARGV[7]) then return 'too_many_replays' end
    redis.call('HINCRBY', request, 'replays', 1)
    return {id, redis.call('HGET', name('workspace', workspace, 'ledger', month), id)}
  end
end
redis.call('HSET', request, 'digest', ARGV[5], 'charge', ARGV[6], 'replays', 0)
redis.call('PEXPIRE', request, {{IDEMPOTENCY_MS}})
return {ARGV[6]}

--[[
Begins a session of a person, and ends others that are too many. Called again with the same session: no effect.

KEYS: built from the prefix:
  person-session:<hash>            fields of the session; adds one, which expires; removes some
  person-sessions:<door>           hashes of sessions by their end; adds one, removes some
  person-sessions:<door>:<person>  the same of a person; adds one, removes some; expires
ARGV:
  3   hash of the secret id
  4   door
  5   name of the person; empty: who has the token of the administration
  6   generation of the person
  7   address; empty: unknown
  8   time of its start; ms since 1970
  9   time without use after which it ends; ms
  10  maximum number of sessions of the door
  11  maximum number of sessions of the person; empty: any
  12  now; ms since 1970; empty: the clock of Redis
Returns:
  1  it has begun, by this call or an earlier one
]]
-- @include shared/start
-- @include shared/person-sessions
local hash, door, person, idle = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[9])
local session, all, own = name('person-session', hash), name('person-sessions', door), name('person-sessions', door, person)
if redis.call('EXISTS', session) == 1 then return 1 end
local nowMs = tonumber(ARGV[12]) or redisMs
local function makeRoom(set, most)
  removeEnded(set, nowMs)
  local surplus = redis.call('ZCARD', set) + 1 - most
  if surplus <= 0 then return end
  for _, first in ipairs(redis.call('ZRANGE', set, 0, surplus - 1)) do
    endSession(first)
    redis.call('ZREM', set, first)
  end
end
redis.call('HSET', session, 'hash', hash, 'door', door, 'person', person, 'generation', ARGV[6], 'address', ARGV[7],
  'started_at_ms', ARGV[8], 'used_at_ms', nowMs, 'ends_at_ms', nowMs + idle)
redis.call('PEXPIRE', session, idle)
if ARGV[11] ~= '' then makeRoom(own, tonumber(ARGV[11])) end
makeRoom(all, tonumber(ARGV[10]))
redis.call('ZADD', all, nowMs + idle, hash)
redis.call('ZADD', own, nowMs + idle, hash)
if redis.call('PTTL', own) < idle then redis.call('PEXPIRE', own, idle) end
return 1

--[[
Writes a use of a session of a person, after which it lasts longer.

KEYS: built from the prefix:
  person-session:<hash>            door, person, used_at_ms, ends_at_ms; changes the last two; expires later
  person-sessions:<door>           hashes of sessions by their end; changes one
  person-sessions:<door>:<person>  the same of a person; changes one; expires later
ARGV:
  3  hash of the secret id
  4  time without use after which it ends; ms
  5  now; ms since 1970; empty: the clock of Redis
Returns:
  1  it was written
  0  the session has ended
]]
-- @include shared/start
local hash, idle, nowMs = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]) or redisMs
local session = name('person-session', hash)
local door, person, ends = unpack(redis.call('HMGET', session, 'door', 'person', 'ends_at_ms'))
if not door or tonumber(ends) <= nowMs then return 0 end
local own = name('person-sessions', door, person)
redis.call('HSET', session, 'used_at_ms', nowMs, 'ends_at_ms', nowMs + idle)
redis.call('PEXPIRE', session, idle)
redis.call('ZADD', name('person-sessions', door), nowMs + idle, hash)
redis.call('ZADD', own, nowMs + idle, hash)
if redis.call('PTTL', own) < idle then redis.call('PEXPIRE', own, idle) end
return 1

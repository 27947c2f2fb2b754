--[[
Ends sessions of people.

KEYS: built from the prefix:
  person-session:<hash>            removes some
  person-sessions:<door>           hashes of sessions by their end; removes some
  person-sessions:<door>:<person>  the same of a person; removes some
ARGV: none of its own
Defines:
  endSession(hash)             ends a session; an unknown one: no effect
  removeEnded(set, nowMs)      removes what is left of the sessions of a set that have ended
  endSessionsOf(door, person)  ends all sessions of a person at a door; empty person: of the token of the administration
]]
local function endSession(hash)
  local session = name('person-session', hash)
  local door, person = unpack(redis.call('HMGET', session, 'door', 'person'))
  if not door then return end
  redis.call('DEL', session)
  redis.call('ZREM', name('person-sessions', door), hash)
  redis.call('ZREM', name('person-sessions', door, person), hash)
end
local function removeEnded(set, nowMs)
  for _, hash in ipairs(redis.call('ZRANGEBYSCORE', set, '-inf', nowMs)) do
    endSession(hash)
    redis.call('ZREM', set, hash)
  end
end
local function endSessionsOf(door, person)
  local own = name('person-sessions', door, person)
  for _, hash in ipairs(redis.call('ZRANGE', own, 0, -1)) do
    redis.call('DEL', name('person-session', hash))
    redis.call('ZREM', name('person-sessions', door), hash)
  end
  redis.call('DEL', own)
end

--[[
Removes what is left of the sessions of a door that have ended: Redis has removed most of it.

KEYS: built from the prefix:
  person-session:<hash>            removes some
  person-sessions:<door>           hashes of sessions by their end; removes some
  person-sessions:<door>:<person>  the same of a person; removes some
ARGV:
  3  door
  4  now; ms since 1970; empty: the clock of Redis
Returns:
  1  it was removed
]]
-- @include shared/start
-- @include shared/person-sessions
removeEnded(name('person-sessions', ARGV[3]), tonumber(ARGV[4]) or redisMs)
return 1

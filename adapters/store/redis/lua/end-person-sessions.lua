--[[
Ends all sessions of a person at a door.

KEYS: built from the prefix:
  person-session:<hash>            removes some
  person-sessions:<door>           hashes of sessions by their end; removes some
  person-sessions:<door>:<person>  the same of the person; removed
ARGV:
  3  door
  4  name of the person; empty: who has the token of the administration
Returns:
  1  they have ended
]]
-- @include shared/start
-- @include shared/person-sessions
endSessionsOf(ARGV[3], ARGV[4])
return 1

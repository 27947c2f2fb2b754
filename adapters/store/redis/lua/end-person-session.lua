--[[
Ends a session of a person. Called again, or with an unknown one: no effect.

KEYS: built from the prefix:
  person-session:<hash>            door, person; removed
  person-sessions:<door>           hashes of sessions by their end; removes one
  person-sessions:<door>:<person>  the same of a person; removes one
ARGV:
  3  hash of the secret id
Returns:
  1  it has ended
]]
-- @include shared/start
-- @include shared/person-sessions
endSession(ARGV[3])
return 1

--[[
Replaces the password of an operator, and ends all sessions. Called again with the same password: no effect.

KEYS: built from the prefix:
  operator:<name>  password_hash, generation; changes both
  person-session:<hash>, person-sessions:<door>, person-sessions:<door>:<person>  sessions of the operator; removes them
ARGV:
  3  name
  4  hash of the present password
  5  hash of the new password, which has a random part
Returns:
  1  it was replaced, by this call or an earlier one
  0  the operator has another password, or there is no such operator
]]
-- @include shared/start
-- @include shared/person-sessions
local operator = name('operator', ARGV[3])
local password = redis.call('HGET', operator, 'password_hash')
if password == ARGV[5] then return 1 end
if not password or password ~= ARGV[4] then return 0 end
redis.call('HSET', operator, 'password_hash', ARGV[5])
redis.call('HINCRBY', operator, 'generation', 1)
endSessionsOf('dashboard', ARGV[3])
return 1

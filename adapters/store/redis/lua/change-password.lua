--[[
Replaces the password of a member, and ends all sessions. Called again with the same password: no effect.

KEYS: built from the prefix:
  member:<name>  password_hash, generation; changes both
  person-session:<hash>, person-sessions:<door>, person-sessions:<door>:<person>  sessions of the member; removes them
ARGV:
  3  name
  4  hash of the present password
  5  hash of the new password, which has a random part
Returns:
  the generation of new sessions
  -1  the member has another password, or there is no such member
]]
-- @include shared/start
-- @include shared/person-sessions
local member = name('member', ARGV[3])
local password, generation = unpack(redis.call('HMGET', member, 'password_hash', 'generation'))
if password == ARGV[5] then return tonumber(generation) end
if not password or password == '' or password ~= ARGV[4] then return -1 end
redis.call('HSET', member, 'password_hash', ARGV[5])
endSessionsOf('account', ARGV[3])
return redis.call('HINCRBY', member, 'generation', 1)

--[[
Changes an operator. Called again: its sessions end once more.

KEYS: built from the prefix:
  operator:<name>  role, password_hash, generation; changes some
  person-session:<hash>, person-sessions:<door>, person-sessions:<door>:<person>  sessions of the operator; removes them
ARGV:
  3  name
  4  role; empty: it stays
  5  hash of the password; empty: it stays
  6  what is added to the generation, which ends sessions; 0 or 1
Returns:
  1  it was changed
  0  nobody has this name
]]
-- @include shared/start
-- @include shared/person-sessions
local operator = name('operator', ARGV[3])
if redis.call('EXISTS', operator) == 0 then return 0 end
if ARGV[4] ~= '' then redis.call('HSET', operator, 'role', ARGV[4]) end
if ARGV[5] ~= '' then redis.call('HSET', operator, 'password_hash', ARGV[5]) end
redis.call('HINCRBY', operator, 'generation', ARGV[6])
if tonumber(ARGV[6]) > 0 then endSessionsOf('dashboard', ARGV[3]) end
return 1

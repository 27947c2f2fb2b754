--[[
Changes an operator. Called again: its sessions end once more.

KEYS: built from the prefix:
  operator:<name>  role, password_hash, generation; changes some
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
local operator = name('operator', ARGV[3])
if redis.call('EXISTS', operator) == 0 then return 0 end
if ARGV[4] ~= '' then redis.call('HSET', operator, 'role', ARGV[4]) end
if ARGV[5] ~= '' then redis.call('HSET', operator, 'password_hash', ARGV[5]) end
redis.call('HINCRBY', operator, 'generation', ARGV[6])
return 1

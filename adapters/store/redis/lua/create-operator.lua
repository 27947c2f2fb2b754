--[[
Adds an operator. Called again with the same operator: no effect.

KEYS: built from the prefix:
  operator:<name>  fields of the operator; adds one
  operators        names; adds one
ARGV:
  3  name
  4  role
  5  hash of the password, which has a random part
  6  time of creation; ms since 1970
  7  first generation, which is random
Returns:
  1  it was added, by this call or an earlier one
  0  another operator has this name
]]
-- @include shared/start
local operator = name('operator', ARGV[3])
local known = redis.call('HGET', operator, 'password_hash')
if known then return known == ARGV[5] and 1 or 0 end
redis.call('HSET', operator, 'name', ARGV[3], 'role', ARGV[4], 'password_hash', ARGV[5], 'created_at_ms', ARGV[6],
  'generation', ARGV[7])
redis.call('SADD', name('operators'), ARGV[3])
return 1

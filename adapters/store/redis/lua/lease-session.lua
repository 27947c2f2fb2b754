--[[
Takes the right to make a session of a group, of which one process has it at a time. Called again by the
one that has it, it is taken still.

KEYS: built from the prefix:
  sessions:<group>:lease  id of the lease; expires
ARGV:
  3  group: a keyed hash
  4  id of the maker
  5  lease; ms
Returns:
  1: taken, 0: another process has it
]]
-- @include shared/start
local lease = name('sessions', ARGV[3], 'lease')
if redis.call('GET', lease) == ARGV[4] then return 1 end
if redis.call('SET', lease, ARGV[4], 'NX', 'PX', ARGV[5]) then return 1 end
return 0

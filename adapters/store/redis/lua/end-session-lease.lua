--[[
Ends the right to make a session. One that has ended may be of another process now.

KEYS: built from the prefix:
  sessions:<group>:lease  id of the lease; removed
ARGV:
  3  group: a keyed hash
  4  id of the maker
Returns:
  1: ended now, 0: it had ended
]]
-- @include shared/start
local lease = name('sessions', ARGV[3], 'lease')
if redis.call('GET', lease) ~= ARGV[4] then return 0 end
return redis.call('DEL', lease)

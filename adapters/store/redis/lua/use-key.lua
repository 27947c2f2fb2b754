--[[
Writes the last use of a key, if the key exists.

KEYS: built from the prefix:
  key:<key>  sets last_used_at_ms
ARGV:
  3  key id
  4  time of the use; ms since 1970
Returns:
  OK
]]
-- @include shared/start
local key = name('key', ARGV[3])
if redis.call('EXISTS', key) == 1 then redis.call('HSET', key, 'last_used_at_ms', ARGV[4]) end
return 'OK'

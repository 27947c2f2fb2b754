--[[
Replaces the stored secret of a watch, if it is still the one that was read.

KEYS: built from the prefix:
  watch:<watch>  sealed_secret
ARGV:
  3  watch id
  4  the secret, as read
  5  the secret as it is stored from now on
Returns:
  OK
]]
-- @include shared/start
local watch = name('watch', ARGV[3])
if redis.call('HGET', watch, 'sealed_secret') == ARGV[4] then redis.call('HSET', watch, 'sealed_secret', ARGV[5]) end
return 'OK'

--[[
Writes the time, to see whether Redis can write.

KEYS: built from the prefix:
  probe  time of the last probe; ms since 1970
ARGV: none
Returns:
  ok
]]
-- @include shared/start
redis.call('SET', name('probe'), redisMs)
return 'ok'

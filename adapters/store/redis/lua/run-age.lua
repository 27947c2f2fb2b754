--[[
Tells how long ago the last run of a kind was.

KEYS: built from the prefix:
  run:<kind>  time of the last run; ms since 1970
ARGV:
  3  kind of the keys: live or test
  4  now; ms since 1970; empty: the clock of Redis
Returns:
  time since the last run; ms; negative: its time is in the future
  nil: there was no run
]]
-- @include shared/start
local lastMs = redis.call('GET', name('run', ARGV[3]))
return lastMs and (tonumber(ARGV[4]) or redisMs) - lastMs

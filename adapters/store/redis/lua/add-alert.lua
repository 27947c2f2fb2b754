--[[
Adds an alert to operators, whose first attempt is due now. Called again with its id: no effect.

KEYS: built from the prefix:
  alert:<alert>  fields of the alert
  alerts         ids of those with an attempt to come, by its time; adds one
ARGV:
  3  id of the alert
  4  body
  5  now; ms since 1970; empty: the clock of Redis
  6  time for which it is remembered; ms
Returns:
  1  it was added
  0  it was added before
]]
-- @include shared/start
local id, nowMs = ARGV[3], tonumber(ARGV[5]) or redisMs
local alert = name('alert', id)
if redis.call('EXISTS', alert) == 1 then return 0 end
redis.call('HSET', alert, 'body', ARGV[4], 'attempts', 0)
redis.call('PEXPIRE', alert, ARGV[6])
redis.call('ZADD', name('alerts'), nowMs, id)
return 1

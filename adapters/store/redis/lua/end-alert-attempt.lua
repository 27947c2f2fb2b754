--[[
Writes the outcome of an attempt at an alert, unless another process has ended it.

KEYS: built from the prefix:
  alerts         ids of those with an attempt to come, by its time; changes one, or removes it
  alert:<alert>  attempts, last_error
ARGV:
  3  id of the alert
  4  number of ended attempts before this one
  5  time until the next attempt; ms; empty: none follows
  6  why the attempt failed; empty: it succeeded
  7  now; ms since 1970; empty: the clock of Redis
Returns:
  OK
]]
-- @include shared/start
local id, nowMs = ARGV[3], tonumber(ARGV[7]) or redisMs
local alert = name('alert', id)
if redis.call('HGET', alert, 'attempts') ~= ARGV[4] or not redis.call('ZSCORE', name('alerts'), id) then return 'OK' end
redis.call('HSET', alert, 'attempts', ARGV[4] + 1, 'last_error', ARGV[6])
if ARGV[5] == '' then redis.call('ZREM', name('alerts'), id) else redis.call('ZADD', name('alerts'), nowMs + ARGV[5], id) end
return 'OK'

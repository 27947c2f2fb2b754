--[[
Writes the outcome of an attempt at an event, unless another process has ended it.

KEYS: built from the prefix:
  events         ids of those with an attempt to come, by its time; changes one, or removes it
  event:<event>  attempts, last_error
ARGV:
  3  id of the event
  4  number of ended attempts before this one
  5  time until the next attempt; ms; empty: none follows
  6  why the attempt failed; empty: it succeeded
  7  now; ms since 1970; empty: the clock of Redis
Returns:
  OK
]]
-- @include shared/start
local id, nowMs = ARGV[3], tonumber(ARGV[7]) or redisMs
local event = name('event', id)
if redis.call('HGET', event, 'attempts') ~= ARGV[4] or not redis.call('ZSCORE', name('events'), id) then return 'OK' end
redis.call('HSET', event, 'attempts', ARGV[4] + 1, 'last_error', ARGV[6])
if ARGV[5] == '' then redis.call('ZREM', name('events'), id) else redis.call('ZADD', name('events'), nowMs + ARGV[5], id) end
return 'OK'

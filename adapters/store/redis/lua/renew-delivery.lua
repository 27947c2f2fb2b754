--[[
Extends the lease of an attempt at a webhook, unless the attempt has ended.

KEYS: those of shared/deliveries, and, built from the prefix:
  batch:<batch>        delivery_attempts; read
  watch-event:<event>  the same, of an event of a watch
ARGV:
  3  id of the batch or event
  4  number of ended attempts when the attempt was claimed
  5  now; ms since 1970; empty: the clock of Redis
  6  lease; ms
Returns:
  OK
]]
-- @include shared/start
-- @include shared/deliveries
local id, untilMs = ARGV[3], (tonumber(ARGV[5]) or redisMs) + ARGV[6]
if redis.call('HGET', deliveryOf(id), 'delivery_attempts') ~= ARGV[4] then return 'OK' end
local workspace, origin = laneOf(id)
local sending = name('sending', workspace)
if not redis.call('ZSCORE', sending, id) then return 'OK' end
redis.call('ZADD', sending, untilMs, id)
redis.call('ZADD', name('sending-to', origin), 'XX', untilMs, id)
redis.call('ZADD', name('due', workspace, origin), 'XX', untilMs, id)
return 'OK'

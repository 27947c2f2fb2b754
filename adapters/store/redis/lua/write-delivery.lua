--[[
Writes the new state of a delivery, unless it has changed since the caller read it.

KEYS: built from the prefix:
  batch:<batch>  delivery_attempts, delivery_at_ms, and the given fields
  due            batches by the time when their webhook can be claimed
ARGV:
  3  batch id
  4  number of ended attempts, as read
  5  time of the next attempt, as read; ms since 1970
  6  new time of the next attempt; ms since 1970; empty: none
  7  from here: field names, each followed by its value
Returns:
  OK
]]
-- @include shared/start
local id, nextAtMs = ARGV[3], ARGV[6]
local batch = name('batch', id)
local attempts, dueAtMs = unpack(redis.call('HMGET', batch, 'delivery_attempts', 'delivery_at_ms'))
if attempts ~= ARGV[4] or dueAtMs ~= ARGV[5] then return 'OK' end
redis.call('HSET', batch, 'delivery_at_ms', nextAtMs, unpack(ARGV, 7))
if nextAtMs == '' then redis.call('ZREM', name('due'), id) else redis.call('ZADD', name('due'), nextAtMs, id) end
return 'OK'

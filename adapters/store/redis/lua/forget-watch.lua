--[[
Removes old looks, points, records and events of a watch, a limited number of each.

KEYS: those of shared/watch, and, built from the prefix:
  watch:<watch>                 stored_bytes
  watch:<watch>:looks:<item>    looks by time; removes some
  watch:<watch>:points:<item>   points as field, time and value; removes those that no longer hold
  watch:<watch>:records:<item>  records by time; removes some
  watch:<watch>:events          ids of its events by position; removes some
  watch-event:<event>           removed, unless it is still to be sent
ARGV:
  3  watch id
  4  index of an item; empty: events
  5  time from which rows are kept; ms since 1970
  6  most rows
Returns:
  number of removed rows
]]
-- @include shared/start
-- @include shared/deliveries
-- @include shared/watch
local id, item, fromMs, most = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6]
if redis.call('EXISTS', name('watch', id)) == 0 then return 0 end
local count, bytes = 0, 0
local function free(size)
  count = count + 1
  bytes = bytes + {{WATCH_ROW_BYTES}} + size
end

local function forgetEvents()
  local events = name('watch', id, 'events')
  for _, event in ipairs(redis.call('ZRANGE', events, 0, most - 1)) do
    local own = name('watch-event', event)
    local atMs, nextAtMs = unpack(redis.call('HMGET', own, 'at_ms', 'delivery_at_ms'))
    if tonumber(atMs) >= fromMs then return end
    if not nextAtMs or nextAtMs == '' then
      free(redis.call('HSTRLEN', own, 'entry'))
      redis.call('UNLINK', own)
      redis.call('ZREM', events, event)
    end
  end
end

local function forgetLooks()
  local looks = name('watch', id, 'looks', item)
  for _, look in ipairs(redis.call('ZRANGEBYSCORE', looks, '-inf', '(' .. fromMs, 'LIMIT', 0, most)) do
    redis.call('ZREM', looks, look)
    free(#look - #string.match(look, '^%d+ '))
  end
end

local function forgetPoints()
  local points, before = name('watch', id, 'points', item), nil
  for _, point in ipairs(redis.call('ZRANGE', points, 0, -1)) do
    local field, atMs = string.match(point, '^(.-)%z(%d+)%z')
    if before and before.field == field and tonumber(atMs) <= fromMs then
      redis.call('ZREM', points, before.point)
      free(#before.point)
      if count >= tonumber(most) then return end
    end
    before = {field = field, point = point}
  end
end

local function forgetRecords()
  local records = name('watch', id, 'records', item)
  for _, atMs in ipairs(redis.call('HKEYS', records)) do
    if tonumber(atMs) and tonumber(atMs) < fromMs then
      free(redis.call('HSTRLEN', records, atMs))
      redis.call('HDEL', records, atMs)
    end
  end
end

if item == '' then
  forgetEvents()
else
  forgetLooks()
  forgetPoints()
  forgetRecords()
end
if count > 0 then addWatchBytes(id, 0 - bytes) end
return count

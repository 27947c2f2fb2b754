--[[
Removes rows of a watch that was removed: its events, a limited number, and at last all others.

KEYS: those of shared/deliveries, and, built from the prefix:
  removed-watch:<watch>          workspace_id, kind, item_count, stored_bytes; removed
  removed-watches                ids of such watches; removes one
  watch:<watch>:events           ids of its events by position; removed
  watch-event:<event>            removed
  watch:<watch>:items            removed, as are due, states, and looks, points and records of each item
  workspace:<workspace>:stored   bytes of batches and watches by kind of key; lowers one
ARGV:
  3  watch id
  4  most events
Returns:
  number of removed rows; 0: nothing is left
]]
-- @include shared/start
-- @include shared/deliveries
local id = ARGV[3]
local watch, events = name('removed-watch', id), name('watch', id, 'events')
local found = redis.call('ZRANGE', events, 0, ARGV[4] - 1)
for _, event in ipairs(found) do
  if redis.call('HEXISTS', name('watch-event', event), 'webhook_url') == 1 then endSending(event) end
  redis.call('UNLINK', name('watch-event', event))
  redis.call('ZREM', events, event)
end
if #found > 0 then return #found end
local workspace, kind, count, bytes = unpack(redis.call('HMGET', watch, 'workspace_id', 'kind', 'item_count', 'stored_bytes'))
redis.call('SREM', name('removed-watches'), id)
if not workspace then return 0 end
for item = 0, count - 1 do
  for _, part in ipairs({'looks', 'points', 'records'}) do redis.call('UNLINK', name('watch', id, part, item)) end
end
redis.call('UNLINK', watch, name('watch', id, 'items'), name('watch', id, 'due'), name('watch', id, 'states'))
if redis.call('HEXISTS', name('workspace', workspace), 'plan') == 1 then
  redis.call('HINCRBY', name('workspace', workspace, 'stored'), kind, 0 - bytes)
end
return 1

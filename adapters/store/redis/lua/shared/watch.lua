--[[
Watches, for scripts that change one. They include shared/deliveries before it.

KEYS: those of shared/deliveries, and, built from the prefix:
  watch:<watch>                 workspace_id, kind; changes stored_bytes, last_event
  watch:<watch>:events          ids of its events by position; adds one
  watch-event:<event>           fields of an event; adds one
  watches                       watches by the time when they are claimed next; changes one
  workspace:<workspace>:stored  bytes of batches and watches by kind of key; changes one
ARGV: none
Defines:
  addWatchBytes(id, bytes)           counts stored bytes of a watch; negative: they were removed
  addWatchEvent(id, event, nowMs)    adds an event that is not there yet, and makes it due if it is sent. event: a table
                                     with `id`, `at`, `entry`, and `url` and `origin` if it is sent
  setNextRun(id, atMs)               when a watch is claimed next; ms since 1970; empty: it is paused
]]
local function addWatchBytes(id, bytes)
  local workspace, kind = unpack(redis.call('HMGET', name('watch', id), 'workspace_id', 'kind'))
  redis.call('HINCRBY', name('watch', id), 'stored_bytes', bytes)
  redis.call('HINCRBY', name('workspace', workspace, 'stored'), kind, bytes)
end

local function addWatchEvent(id, event, nowMs)
  local own = name('watch-event', event.id)
  if redis.call('EXISTS', own) == 1 then return end
  local sequence = redis.call('HINCRBY', name('watch', id), 'last_event', 1)
  local workspace = redis.call('HGET', name('watch', id), 'workspace_id')
  redis.call('HSET', own, 'id', event.id, 'watch_id', id, 'workspace_id', workspace, 'sequence', sequence,
    'at_ms', event.at, 'entry', event.entry)
  redis.call('ZADD', name('watch', id, 'events'), sequence, event.id)
  addWatchBytes(id, {{WATCH_ROW_BYTES}} + #event.entry)
  if not event.url then return end
  redis.call('HSET', own, 'webhook_url', event.url, 'webhook_origin', event.origin, 'delivery_status', 'pending',
    'delivery_attempts', 0, 'delivery_at_ms', nowMs)
  makeDue(event.id, nowMs)
end

local function setNextRun(id, atMs)
  redis.call('HSET', name('watch', id), 'next_run_ms', atMs)
  if atMs == '' then redis.call('ZREM', name('watches'), id) else redis.call('ZADD', name('watches'), atMs, id) end
end

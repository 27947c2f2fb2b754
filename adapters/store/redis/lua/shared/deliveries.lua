--[[
Queue of webhooks that are due, for scripts that end batches, claim, write or repeat deliveries.
It has three levels, so that a claim finds a webhook with a free slot without reading those
that wait for one: workspaces, their origins, and their batches.

KEYS: built from the prefix:
  batch:<batch>             workspace_id, webhook_origin, webhook_url; read
  watch-event:<event>       the same, of an event of a watch
  due                       workspaces by the time when their next webhook can be claimed
  due:<workspace>           origins by that time
  due:<workspace>:<origin>  batches by that time
  sending:<workspace>       batches whose webhook is being sent, by end of lease
  sending-to:<origin>       the same, of all workspaces
ARGV: none
Defines:
  deliveryOf(id)                          name of the fields of what is delivered: a batch, or an event of a watch
  laneOf(id)                              workspace and origin of a batch
  makeDue(id, atMs)                       makes the webhook of a batch due at a time; ms since 1970
  endSending(id)                          frees the slots of an attempt, and takes the batch out of the queue
  moveOn(queue, member, inner, nowMs)     puts a member of a queue behind the others, or removes an empty one
]]
local function deliveryOf(id)
  return name(string.find(id, {{WATCH_EVENT_PREFIX}}, 1, true) == 1 and 'watch-event' or 'batch', id)
end

local function laneOf(id)
  local workspace, origin, url =
    unpack(redis.call('HMGET', deliveryOf(id), 'workspace_id', 'webhook_origin', 'webhook_url'))
  return workspace, origin or url
end

local function makeDue(id, atMs)
  local workspace, origin = laneOf(id)
  redis.call('ZADD', name('due', workspace, origin), atMs, id)
  redis.call('ZADD', name('due', workspace), 'LT', atMs, origin)
  redis.call('ZADD', name('due'), 'LT', atMs, workspace)
end

local function endSending(id)
  local workspace, origin = laneOf(id)
  redis.call('ZREM', name('sending', workspace), id)
  redis.call('ZREM', name('sending-to', origin), id)
  redis.call('ZREM', name('due', workspace, origin), id)
end

local function moveOn(queue, member, inner, nowMs)
  local first = redis.call('ZRANGE', inner, 0, 0, 'WITHSCORES')
  if #first == 0 then
    redis.call('ZREM', queue, member)
  else
    redis.call('ZADD', queue, math.max(first[2], nowMs), member)
  end
end

--[[
Claims webhooks that are due and have a slot: as `pickDeliveries` of core/policy limits them, with
workspaces and origins in turn. A claimed webhook is due again when the lease ends.

KEYS: those of shared/deliveries, and, built from the prefix:
  batch:<batch>        delivery_attempts; read
  watch-event:<event>  the same, of an event of a watch
ARGV:
  3  maximum number of webhooks
  4  now; ms since 1970; empty: the clock of Redis
  5  lease of a webhook; ms
  6  slots of a workspace
  7  slots of an origin
Returns:
  for each webhook: id of the batch or event, number of ended attempts
]]
-- @include shared/start
-- @include shared/deliveries
local room, nowMs, reply = tonumber(ARGV[3]), tonumber(ARGV[4]) or redisMs, {}
local untilMs = nowMs + ARGV[5]

local function freeSlots(sending, slots)
  redis.call('ZREMRANGEBYSCORE', sending, '-inf', nowMs)
  return slots - redis.call('ZCARD', sending)
end

local function firstDue(queue, count)
  return redis.call('ZRANGEBYSCORE', queue, '-inf', nowMs, 'LIMIT', 0, count)
end

local function claimOf(workspace, origin, free)
  local lane, to = name('due', workspace, origin), name('sending-to', origin)
  local ids = firstDue(lane, math.max(0, math.min(free, freeSlots(to, ARGV[7]))))
  for _, id in ipairs(ids) do
    redis.call('ZADD', lane, untilMs, id)
    redis.call('ZADD', to, untilMs, id)
    redis.call('ZADD', name('sending', workspace), untilMs, id)
    reply[#reply + 1] = id
    reply[#reply + 1] = redis.call('HGET', deliveryOf(id), 'delivery_attempts')
  end
  moveOn(name('due', workspace), origin, lane, nowMs)
  return #ids
end

for _, workspace in ipairs(firstDue(name('due'), {{LANES_PER_CLAIM}})) do
  local free = math.min(room, freeSlots(name('sending', workspace), ARGV[6]))
  if free > 0 then
    for _, origin in ipairs(firstDue(name('due', workspace), {{LANES_PER_CLAIM}})) do
      if free <= 0 then break end
      local claimed = claimOf(workspace, origin, free)
      free = free - claimed
      room = room - claimed
    end
    moveOn(name('due'), workspace, name('due', workspace), nowMs)
  end
  if room <= 0 then break end
end
return reply

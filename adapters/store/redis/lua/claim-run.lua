--[[
Deals the items of a run round-robin over the waiting batches, as `dealItems` of core/policy
does, and claims them. Only the first batches of the queue can get an item: it reads as many
as there are items to deal.

KEYS: built from the prefix:
  tick           the last claimed tick
  waiting        batches with unclaimed items, in the order of their turns
  batch:<batch>  claimed_count, status, started_at_ms
  claims         <batch>:<index> by end of lease; adds the claimed items
ARGV:
  3  number of the tick
  4  maximum number of items
  5  now; ms since 1970
  6  lease of an item; ms
Returns:
  for each batch that gets items: id, index of the first, number of items
  empty: the tick was claimed before, or nothing waits
]]
-- @include shared/start
local tick, maxItems, nowMs, untilMs = tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5], ARGV[5] + ARGV[6]
local waiting, claims = name('waiting'), name('claims')
if tick <= tonumber(redis.call('GET', name('tick')) or '-1') then return {} end

local ids = maxItems > 0 and redis.call('LRANGE', waiting, 0, maxItems - 1) or {}
local shares, queue, first = {}, {}, 1
for _, id in ipairs(ids) do
  local total, claimed = unpack(redis.call('HMGET', name('batch', id), 'total_count', 'claimed_count'))
  if total then
    local share = {id = id, from = tonumber(claimed), left = total - claimed, count = 0}
    shares[#shares + 1] = share
    queue[#queue + 1] = share
  end
end
for _ = 1, maxItems do
  local share = queue[first]
  if not share then break end
  first = first + 1
  share.count = share.count + 1
  if share.count < share.left then queue[#queue + 1] = share end
end

redis.call('SET', name('tick'), ARGV[3])
redis.call('LTRIM', waiting, #ids, -1)
for i = first, #queue do redis.call('RPUSH', waiting, queue[i].id) end
local reply = {}
for _, share in ipairs(shares) do
  local batch = name('batch', share.id)
  redis.call('HSET', batch, 'claimed_count', share.from + share.count)
  if redis.call('HGET', batch, 'status') == 'pending' then
    redis.call('HSET', batch, 'status', 'running', 'started_at_ms', nowMs)
  end
  for index = share.from, share.from + share.count - 1 do
    redis.call('ZADD', claims, untilMs, share.id .. ':' .. index)
  end
  reply[#reply + 1] = share.id
  reply[#reply + 1] = share.from
  reply[#reply + 1] = share.count
end
return reply

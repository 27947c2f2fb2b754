--[[
Claims items whose lease has ended without a result. A lease that ends later than a new one
would was taken on a wrong clock, and has ended too.

KEYS: built from the prefix:
  claims:<kind>        <batch>:<index> by end of lease
  batch:<batch>:items  items by index; read
  batch:<batch>        workspace_id; read
ARGV:
  3  kind of the keys: live or test
  4  maximum number of items
  5  now; ms since 1970; empty: the clock of Redis
  6  lease of an item; ms
Returns:
  for each claim, in order of the ended leases: <batch>:<index>, workspace id
]]
-- @include shared/start
local claims, maxItems, nowMs = name('claims', ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]) or redisMs
local untilMs, reply = nowMs + ARGV[6], {}
local function reclaim(ended)
  for _, claim in ipairs(ended) do
    local id, index = claim:match('^(.*):(%d+)$')
    if redis.call('HEXISTS', name('batch', id, 'items'), index) == 1 then
      redis.call('ZADD', claims, untilMs, claim)
      reply[#reply + 1] = claim
      reply[#reply + 1] = redis.call('HGET', name('batch', id), 'workspace_id')
    else
      redis.call('ZREM', claims, claim)
    end
  end
end
reclaim(redis.call('ZRANGEBYSCORE', claims, '-inf', nowMs, 'LIMIT', 0, maxItems))
local wrong = '(' .. untilMs + {{CLOCK_TOLERANCE_MS}}
reclaim(redis.call('ZRANGEBYSCORE', claims, wrong, '+inf', 'LIMIT', 0, maxItems - #reply / 2))
return reply

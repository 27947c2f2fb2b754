--[[
Stops counting stored answers that have expired with their idempotency keys.

KEYS: those of shared/answers
ARGV:
  3  maximum number of answers
Returns:
  number of answers
]]
-- @include shared/start
local answers = name('answers')
local expired = redis.call('ZRANGEBYSCORE', answers, '-inf', redisMs, 'LIMIT', 0, ARGV[3])
for _, member in ipairs(expired) do
  local bytes, kind, workspace = member:match('^(%d+) (%S+) (%S+) ')
  redis.call('ZREM', answers, member)
  -- An erased workspace counts nothing.
  if redis.call('HEXISTS', name('workspace', workspace, 'stored'), kind) == 1 then
    redis.call('HINCRBY', name('workspace', workspace, 'stored'), kind, -bytes)
  end
end
return #expired

--[[
Voids unanswered charges whose lease has ended, because their process is dead, or frozen. A
process that continues and sends its answer confirms the charge, which then counts again.

KEYS: those of shared/void
ARGV:
  3  maximum number of charges
Returns:
  number of charges
]]
-- @include shared/start
-- @include shared/void
local ended = redis.call('ZRANGEBYSCORE', name('unanswered'), '-inf', redisMs, 'LIMIT', 0, ARGV[3])
for _, charge in ipairs(ended) do voidUnanswered(charge:match('^(%S+) (%S+) (%S+)$')) end
return #ended

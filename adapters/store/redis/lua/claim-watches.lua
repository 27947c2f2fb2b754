--[[
Claims watches that are due. Each is due again when the lease ends.

KEYS: those of shared/watch, and, built from the prefix:
  watches        watches by the time when they are claimed next; changes some
  watch:<watch>  next_run_ms
ARGV:
  3  most watches
  4  now; ms since 1970; empty: the clock of Redis
  5  lease; ms
Returns:
  ids of the watches
]]
-- @include shared/start
-- @include shared/deliveries
-- @include shared/watch
local nowMs, claimed = tonumber(ARGV[4]) or redisMs, {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', name('watches'), '-inf', nowMs, 'LIMIT', 0, ARGV[3])) do
  setNextRun(id, nowMs + ARGV[5])
  claimed[#claimed + 1] = id
end
return claimed

--[[
Renews the leases of requests that a process works on. A slot or a reservation that has ended
meanwhile is not taken again.

KEYS: sorted sets that ARGV names, built from the prefix:
  limit:<key>:slots             held slots by end of lease; kept beyond the new one
  workspace:<workspace>:leases  reservations by end of lease
ARGV:
  3  lease from now on; ms
  4  from here: names of sorted sets without the prefix, each followed by a member
Returns:
  OK
]]
-- @include shared/start
local leaseMs = tonumber(ARGV[3])
for i = 4, #ARGV, 2 do
  local set = name(ARGV[i])
  redis.call('ZADD', set, 'XX', redisMs + leaseMs, ARGV[i + 1])
  local ttlMs = redis.call('PTTL', set)
  if ttlMs >= 0 then redis.call('PEXPIRE', set, math.max(ttlMs, leaseMs + {{IDLE_MS}})) end
end
return 'OK'

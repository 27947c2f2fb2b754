--[[
Sets credits aside in a month, as `reserveCredits` of core/policy decides. Releases first the
reservations whose lease has ended, because their process is dead. Called again with an open
reservation: no effect besides the answer.

KEYS: built from the prefix:
  workspace:<workspace>                  plan, pay_as_you_go, spending_cap, overrides; read
  workspace:<workspace>:account:<month>  credits used and reserved
  workspace:<workspace>:reserved         credits and month by reservation
  workspace:<workspace>:leases           reservations by end of lease
ARGV:
  3  workspace id
  4  reservation id
  5  credits
  6  month; UTC, YYYY-MM
  7  lease of the reservation; ms
Returns:
  {'granted', left}         left: included credits of the month, within the spending cap, that are neither used nor reserved; negative: pay-as-you-go
  {'insufficient_credits'}  the spending cap does not cover it, or the included credits do not, and the workspace has no pay-as-you-go
  {'unknown_workspace'}     there is no such workspace
]]
-- @include shared/start
-- @include shared/reservation
local workspace, id, credits, month, leaseMs = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local reserved, leases = name('workspace', workspace, 'reserved'), name('workspace', workspace, 'leases')
local account = name('workspace', workspace, 'account', month)

local plan, payAsYouGo, spendingCap, overrides =
  unpack(redis.call('HMGET', name('workspace', workspace), 'plan', 'pay_as_you_go', 'spending_cap', 'overrides'))
if not plan then return {'unknown_workspace'} end

for _, ended in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', redisMs)) do endReservation(workspace, ended) end

local includedRequests = ({{INCLUDED_REQUESTS}})[plan] or 0
if plan == 'custom' then includedRequests = cjson.decode(overrides).includedRequests or includedRequests end

local used, held = unpack(redis.call('HMGET', account, 'used', 'reserved'))
local spent, included = (used or 0) + (held or 0), includedRequests * {{CREDITS_PER_REQUEST}}
local cap = tonumber(spendingCap or '') or math.huge
local left = math.min(included, cap) - spent
if redis.call('HEXISTS', reserved, id) == 1 then return {'granted', left} end
local isCovered = (payAsYouGo == '1' or spent + credits <= included) and spent + credits <= cap
if credits > 0 and not isCovered then return {'insufficient_credits'} end
redis.call('HINCRBY', account, 'reserved', credits)
redis.call('HSET', reserved, id, ARGV[5] .. ' ' .. month)
redis.call('ZADD', leases, redisMs + leaseMs, id)
return {'granted', left - credits}

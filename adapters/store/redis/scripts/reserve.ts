import { defineScript } from '../../../redis/script.ts'
import { ACCOUNT } from './account.ts'

/**
 * Sets credits aside, as `reserveCredits` decides. What processes that died had set aside is given back first.
 *
 * ARGV 3: workspace. 4: reservation. 5: credits. 6: month. 7: ms that it is held. 8: credits of one
 * request. From 9: each plan and the requests that its month includes.
 * Reply: `granted`, `insufficient_credits`, `unknown_workspace`.
 */
export const RESERVE = defineScript(`${ACCOUNT}
local workspace, id, credits, month = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6]
local leaseMs, creditsPerRequest = tonumber(ARGV[7]), tonumber(ARGV[8])
local reserved, leases = name('workspace', workspace, 'reserved'), name('workspace', workspace, 'leases')
local account = name('workspace', workspace, 'account', month)

local plan, payAsYouGo, overrides = unpack(redis.call('HMGET', name('workspace', workspace), 'plan', 'pay_as_you_go', 'overrides'))
if not plan then return 'unknown_workspace' end
if redis.call('HEXISTS', reserved, id) == 1 then return 'granted' end

for _, ended in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', redisMs)) do endReservation(workspace, ended) end

local includedRequests = 0
for i = 9, #ARGV, 2 do
  if ARGV[i] == plan then includedRequests = tonumber(ARGV[i + 1]) end
end
if plan == 'custom' then includedRequests = cjson.decode(overrides).includedRequests or includedRequests end

local used, held = unpack(redis.call('HMGET', account, 'used', 'reserved'))
local isCovered = (used or 0) + (held or 0) + credits <= includedRequests * creditsPerRequest
if credits > 0 and not isCovered and payAsYouGo ~= '1' then return 'insufficient_credits' end
redis.call('HINCRBY', account, 'reserved', credits)
redis.call('HSET', reserved, id, ARGV[5] .. ' ' .. month)
redis.call('ZADD', leases, redisMs + leaseMs, id)
return 'granted'
`)

/**
 * Gives credits back that were set aside.
 *
 * From ARGV 3: workspaces, each with a reservation.
 */
export const RELEASE = defineScript(`${ACCOUNT}
for i = 3, #ARGV, 2 do endReservation(ARGV[i], ARGV[i + 1]) end
return 'OK'
`)

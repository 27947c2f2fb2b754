import { defineScript } from '../../../redis/script.ts'
import { ACCOUNT, CHARGES } from './account.ts'
import { END_BATCH } from './batch.ts'

/**
 * Deals the items of a run, as `dealItems` does, and claims them. Looks at as many batches of
 * the queue as there are items to deal: of the others, none can get one.
 *
 * ARGV 3: tick. 4: items of the run. 5: now; unit: ms since 1970. 6: ms that an item is claimed for.
 * Reply: of each batch that gets some: id, place of the first, how many. None: the tick was taken.
 */
export const CLAIM_RUN = defineScript(`
local tick, most, nowMs, untilMs = tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5], ARGV[5] + ARGV[6]
local waiting, claims = name('waiting'), name('claims')
if tick <= tonumber(redis.call('GET', name('tick')) or '-1') then return {} end

local ids = most > 0 and redis.call('LRANGE', waiting, 0, most - 1) or {}
local shares, queue, first = {}, {}, 1
for _, id in ipairs(ids) do
  local total, claimed = unpack(redis.call('HMGET', name('batch', id), 'total_count', 'claimed_count'))
  if total then
    local share = {id = id, from = tonumber(claimed), left = total - claimed, count = 0}
    shares[#shares + 1] = share
    queue[#queue + 1] = share
  end
end
for _ = 1, most do
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
`)

/**
 * Claims anew what was not finished in time.
 *
 * ARGV 3: most. 4: now; unit: ms since 1970. 5: ms that an item is claimed for.
 * Reply: claims, each as `batch:index`. Order: time.
 */
export const RECLAIM = defineScript(`
local claims, reply = name('claims'), {}
for _, claim in ipairs(redis.call('ZRANGEBYSCORE', claims, '-inf', ARGV[4], 'LIMIT', 0, ARGV[3])) do
  local id, index = claim:match('^(.*):(%d+)$')
  if redis.call('HEXISTS', name('batch', id, 'items'), index) == 1 then
    redis.call('ZADD', claims, ARGV[4] + ARGV[5], claim)
    reply[#reply + 1] = claim
  else
    redis.call('ZREM', claims, claim)
  end
end
return reply
`)

/**
 * Writes what an item has led to, as `finishItem` does, with its charge; ends the reservation.
 *
 * ARGV 3: batch. 4: place of the item. 5: whether it succeeded (1 or 0). 6: credits. 7: JSON.
 * 8: now; unit: ms since 1970. 9: workspace of the reservation; empty: there is none, as the next.
 * 10: reservation. 11: its time; unit: ms since 1970. 12: its day in UTC.
 * Reply: `committed`, `already_committed`, `unknown_key`.
 */
export const COMMIT = defineScript(`${ACCOUNT}${CHARGES}${END_BATCH}
local id, index, isOk, credits, nowMs = ARGV[3], ARGV[4], ARGV[5] == '1', tonumber(ARGV[6]), ARGV[8]
local workspace, reservation = ARGV[9], ARGV[10]
local batch, items = name('batch', id), name('batch', id, 'items')
local status, total, processed, key, endpoint, webhook = unpack(redis.call(
  'HMGET', batch, 'status', 'total_count', 'processed_count', 'key_id', 'endpoint', 'webhook_url'))

local outcome = 'committed'
if redis.call('HEXISTS', items, index) == 0 then outcome = 'already_committed' end
local charge = nil
if outcome == 'committed' and workspace ~= '' and credits > 0 then
  local kind = endpoint == 'market.product' and 'product' or 'search'
  charge = {
    workspace = workspace, id = id .. ':' .. index, key = key, kind = kind, credits = ARGV[6], atMs = ARGV[11], day = ARGV[12],
  }
  if hasCharge(charge) then charge = nil elseif not isOwnKey(charge) then outcome = 'unknown_key' end
end
if outcome == 'committed' then
  redis.call('RPUSH', name('batch', id, 'results'), ARGV[7])
  redis.call('HDEL', items, index)
  redis.call('ZREM', name('claims'), id .. ':' .. index)
  if status == 'pending' then redis.call('HSET', batch, 'status', 'running', 'started_at_ms', nowMs) end
  redis.call('HINCRBY', batch, 'processed_count', 1)
  redis.call('HINCRBY', batch, isOk and 'success_count' or 'failure_count', 1)
  redis.call('HINCRBY', batch, 'credits_charged', credits)
  if charge then writeCharge(charge) end
  if processed + 1 == tonumber(total) then
    redis.call('HSET', batch, 'status', 'complete', 'completed_at_ms', nowMs)
    endBatch(id, webhook, nowMs)
  end
end
if workspace ~= '' then endReservation(workspace, reservation) end
return outcome
`)

import { defineScript } from '../../../redis/script.ts'

/** Items that one command of Lua takes: `unpack` holds no more than some thousands. */
const PIECE = 500

/**
 * Writes a batch with its items.
 *
 * ARGV 3: batch. 4: workspace. 5: key. 6: now; unit: ms since 1970. 7: idempotency key; empty: none.
 * 8: digest of the body. 9: ms that an idempotency key is kept. 10: how many of the next are fields.
 * From 11: names of the batch's fields, each with its value; then the items.
 * Reply: whether the batch is new (1 or 0), and all of its fields and values;
 * or `idempotency_conflict`, `unknown_key`.
 */
export const CREATE_BATCH = defineScript(`
local id, workspace, nowMs = ARGV[3], ARGV[4], ARGV[6]
local firstItem = 11 + tonumber(ARGV[10])
local batch = name('batch', id)
local idempotency = name('idempotency', workspace, ARGV[7])
if redis.call('EXISTS', batch) == 1 then return {1, redis.call('HGETALL', batch)} end
if redis.call('HGET', name('key', ARGV[5]), 'workspace_id') ~= workspace then return 'unknown_key' end
if ARGV[7] ~= '' then
  local usedAtMs, bodyHash, known = unpack(redis.call('HMGET', idempotency, 'used_at_ms', 'body_hash', 'batch'))
  if usedAtMs and usedAtMs + ARGV[9] > tonumber(nowMs) then
    if bodyHash ~= ARGV[8] then return 'idempotency_conflict' end
    local facts = redis.call('HGETALL', name('batch', known))
    if #facts > 0 then return {0, facts} end
  end
end

redis.call('HSET', batch, unpack(ARGV, 11, firstItem - 1))
for from = firstItem, #ARGV, ${PIECE} do
  local items = {}
  for i = from, math.min(from + ${PIECE} - 1, #ARGV) do
    items[#items + 1] = i - firstItem
    items[#items + 1] = ARGV[i]
  end
  redis.call('HSET', name('batch', id, 'items'), unpack(items))
end
redis.call('RPUSH', name('waiting'), id)
redis.call('ZADD', name('open'), nowMs, id)
if ARGV[7] ~= '' then
  redis.call('HSET', idempotency, 'used_at_ms', nowMs, 'body_hash', ARGV[8], 'batch', id)
  redis.call('PEXPIRE', idempotency, ARGV[9])
  redis.call('ZADD', name('idempotency-uses'), nowMs, idempotency)
end
return {1, redis.call('HGETALL', batch)}
`)

/**
 * Lua of scripts that may end a batch.
 *
 * `endBatch(id, hasWebhook, nowMs)`: it is open no more, and its webhook is due.
 */
export const END_BATCH = `
local function endBatch(id, hasWebhook, nowMs)
  redis.call('ZREM', name('open'), id)
  redis.call('ZADD', name('ended'), nowMs, id)
  if not hasWebhook then return end
  redis.call('HSET', name('batch', id), 'delivery_at_ms', nowMs)
  redis.call('ZADD', name('due'), nowMs, id)
end
`

/**
 * Ends a batch before its time, as `stopBatch` does.
 *
 * ARGV 3: batch. 4: now; unit: ms since 1970. 5: what follows on the item in the JSON of an aborted result.
 * Reply: all fields and values of the batch; none, there is no such batch.
 */
export const STOP_BATCH = defineScript(`${END_BATCH}
local id, nowMs, tail = ARGV[3], ARGV[4], ARGV[5]
local batch, items, results = name('batch', id), name('batch', id, 'items'), name('batch', id, 'results')
local status, total, success, claimed, webhook =
  unpack(redis.call('HMGET', batch, 'status', 'total_count', 'success_count', 'claimed_count', 'webhook_url'))
if not status or status == 'complete' or status == 'failed' then return redis.call('HGETALL', batch) end

local piece = {}
for index = 0, total - 1 do
  local input = redis.call('HGET', items, index)
  if input then piece[#piece + 1] = '{"index":' .. index .. ',"input":' .. input .. tail end
  if input and index < tonumber(claimed) then redis.call('ZREM', name('claims'), id .. ':' .. index) end
  if #piece == ${PIECE} or (index == total - 1 and #piece > 0) then
    redis.call('RPUSH', results, unpack(piece))
    piece = {}
  end
end
redis.call('DEL', items)
redis.call('LREM', name('waiting'), 1, id)
redis.call('HSET', batch, 'status', 'failed', 'processed_count', total, 'failure_count', total - success, 'completed_at_ms', nowMs)
endBatch(id, webhook, nowMs)
return redis.call('HGETALL', batch)
`)

/**
 * Removes what is old, at most so much of each kind.
 *
 * ARGV 3: results of batches that ended before this go. 4: idempotency keys that were used before this go;
 * unit: ms since 1970. 5: most.
 * Reply: how many batches lost their results, and how many keys went.
 */
export const FORGET = defineScript(`
local ended = redis.call('ZRANGEBYSCORE', name('ended'), '-inf', '(' .. ARGV[3], 'LIMIT', 0, ARGV[5])
for _, id in ipairs(ended) do
  redis.call('UNLINK', name('batch', id, 'results'))
  redis.call('ZREM', name('ended'), id)
end
local uses = redis.call('ZRANGEBYSCORE', name('idempotency-uses'), '-inf', '(' .. ARGV[4], 'LIMIT', 0, ARGV[5])
for _, used in ipairs(uses) do
  redis.call('UNLINK', used)
  redis.call('ZREM', name('idempotency-uses'), used)
end
return {#ended, #uses}
`)

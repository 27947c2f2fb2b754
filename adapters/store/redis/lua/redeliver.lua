--[[
Makes the webhook of an ended batch due again, beginning with the first attempt.

KEYS: built from the prefix:
  batch:<batch>  status, webhook_url; sets delivery_status, delivery_attempts, delivery_at_ms
  due            batches by the time when their webhook can be claimed
ARGV:
  3  batch id
  4  now; ms since 1970; empty: the clock of Redis
Returns:
  due
  not_ended   the batch has not ended
  no_webhook  the batch has no webhook, or does not exist
]]
-- @include shared/start
local id, nowMs = ARGV[3], tonumber(ARGV[4]) or redisMs
local batch = name('batch', id)
local status, webhookUrl = unpack(redis.call('HMGET', batch, 'status', 'webhook_url'))
if not webhookUrl then return 'no_webhook' end
if status ~= 'complete' and status ~= 'failed' then return 'not_ended' end
redis.call('HSET', batch, 'delivery_status', 'pending', 'delivery_attempts', 0, 'delivery_at_ms', nowMs)
redis.call('ZADD', name('due'), nowMs, id)
return 'due'

--[[
Makes the webhook of an ended batch due again, beginning with the first attempt.

KEYS: those of shared/deliveries, and, built from the prefix:
  batch:<batch>  status, webhook_url, has_results, redelivered_at_ms;
                 sets delivery_status, delivery_attempts, delivery_at_ms, redelivered_at_ms
ARGV:
  3  batch id
  4  now; ms since 1970; empty: the clock of Redis
  5  pause between two redeliveries; ms
Returns:
  due
  not_ended        the batch has not ended
  no_webhook       the batch has no webhook, or does not exist
  results_expired  the results were removed
  a number         ms to wait, because the last redelivery was less than a pause ago
]]
-- @include shared/start
-- @include shared/deliveries
local id, nowMs = ARGV[3], tonumber(ARGV[4]) or redisMs
local batch = name('batch', id)
local status, webhookUrl, hasResults, lastAtMs =
  unpack(redis.call('HMGET', batch, 'status', 'webhook_url', 'has_results', 'redelivered_at_ms'))
if not webhookUrl then return 'no_webhook' end
if status ~= 'complete' and status ~= 'failed' then return 'not_ended' end
if hasResults == '0' then return 'results_expired' end
-- As `redeliveryWaitMs` of core/policy: a time in the future is ignored.
if lastAtMs and tonumber(lastAtMs) <= nowMs and lastAtMs + ARGV[5] > nowMs then return lastAtMs + ARGV[5] - nowMs end
endSending(id)
redis.call('HSET', batch, 'delivery_status', 'pending', 'delivery_attempts', 0, 'delivery_at_ms', nowMs, 'redelivered_at_ms', nowMs)
makeDue(id, nowMs)
return 'due'

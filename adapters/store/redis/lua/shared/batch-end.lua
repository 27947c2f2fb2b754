--[[
End of a batch, for scripts that commit or stop. They include shared/deliveries before it.

KEYS: those of shared/deliveries, and, built from the prefix:
  open           batches by creation; removes one
  ended          batches with results, by end; adds one
  batch:<batch>  fields of the batch; sets delivery_at_ms
ARGV: none
Defines:
  endBatch(id, webhookUrl, nowMs)  marks a batch as ended, and makes its webhook due if it has one
]]
local function endBatch(id, webhookUrl, nowMs)
  redis.call('ZREM', name('open'), id)
  redis.call('ZADD', name('ended'), nowMs, id)
  if not webhookUrl then return end
  redis.call('HSET', name('batch', id), 'delivery_at_ms', nowMs)
  makeDue(id, nowMs)
end

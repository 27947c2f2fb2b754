--[[
Lists batches of a workspace from keys of one kind, newest first.

KEYS: built from the prefix:
  workspace:<workspace>:batches:<kind>              batches by creation; read
  workspace:<workspace>:batches:<kind>:<reference>  the same, of those that have an item with a reference; read
ARGV:
  3  workspace id
  4  kind of the keys: live or test
  5  id of the batch after which the list begins; empty: it begins with the newest
  6  maximum number of batches
  7  least time of creation; ms since 1970; empty: any
  8  time of creation that is too late; ms since 1970; empty: any time is early enough
  9  digest of the reference that an item has; empty: any
Returns:
  ids of batches
  unknown_batch  the workspace has no such batch from keys of the kind
]]
-- @include shared/start
local all, after = name('workspace', ARGV[3], 'batches', ARGV[4]), ARGV[5]
local batches = all
if ARGV[9] ~= '' then batches = name('workspace', ARGV[3], 'batches', ARGV[4], ARGV[9]) end
local first = 0
if after ~= '' then
  local createdAtMs = redis.call('ZSCORE', all, after)
  if not createdAtMs then return 'unknown_batch' end
  local rank = redis.call('ZREVRANK', batches, after)
  first = rank and rank + 1 or redis.call('ZCOUNT', batches, createdAtMs, '+inf')
end
if ARGV[8] ~= '' then first = math.max(first, redis.call('ZCOUNT', batches, ARGV[8], '+inf')) end
local last = first + ARGV[6] - 1
if ARGV[7] ~= '' then last = math.min(last, redis.call('ZCOUNT', batches, ARGV[7], '+inf') - 1) end
if last < first then return {} end
return redis.call('ZREVRANGE', batches, first, last)

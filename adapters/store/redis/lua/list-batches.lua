--[[
Lists batches of a workspace from keys of one kind, newest first.

KEYS: built from the prefix:
  workspace:<workspace>:batches:<kind>  batches by creation; read
ARGV:
  3  workspace id
  4  kind of the keys: live or test
  5  id of the batch after which the list begins; empty: it begins with the newest
  6  maximum number of batches
Returns:
  ids of batches
  unknown_batch  the workspace has no such batch from keys of the kind
]]
-- @include shared/start
local batches, after = name('workspace', ARGV[3], 'batches', ARGV[4]), ARGV[5]
local first = 0
if after ~= '' then
  local rank = redis.call('ZREVRANK', batches, after)
  if not rank then return 'unknown_batch' end
  first = rank + 1
end
return redis.call('ZREVRANGE', batches, first, first + ARGV[6] - 1)

--[[
Moves charges of a closed month, which the caller has read and packed, out of its ledger. Charges
that do not count are removed. If one of them has changed since it was read, nothing is moved.

KEYS: built from the prefix:
  unanswered                            '<workspace> <day> <id>' of charges by end of lease; read
  workspace:<workspace>:ledger:<month>  charges by id; removes some
  workspace:<workspace>:voids:<month>   ids of the charges that do not count; removes some
  workspace:<workspace>:months          months with a ledger; removes one that is empty
  workspace:<workspace>:closed:<month>  packed charges; adds some at the end
  workspace:<workspace>:closed          months with packed charges; adds one
ARGV:
  3  workspace id
  4  month; UTC, YYYY-MM
  5  the packed charges
  6  number of charges that are packed
  7  from here: these charges, and then those that do not count, each as '<workspace> <day> <id>'
Returns:
  closed
  changed  a charge is gone, is unanswered, or counts and did not before, or the reverse
]]
-- @include shared/start
local workspace, month, packed = ARGV[3], ARGV[4], tonumber(ARGV[6])
local ledger, voids = name('workspace', workspace, 'ledger', month), name('workspace', workspace, 'voids', month)
local ids = {}
for i = 7, #ARGV do
  local id = ARGV[i]:match('^%S+ %S+ (%S+)$')
  local isVoid = redis.call('SISMEMBER', voids, id) == 1
  if redis.call('HEXISTS', ledger, id) == 0 or isVoid ~= (i >= 7 + packed) then return 'changed' end
  if redis.call('ZSCORE', name('unanswered'), ARGV[i]) then return 'changed' end
  ids[#ids + 1] = id
end
if packed > 0 then
  redis.call('RPUSH', name('workspace', workspace, 'closed', month), ARGV[5])
  redis.call('SADD', name('workspace', workspace, 'closed'), month)
end
for _, id in ipairs(ids) do
  redis.call('HDEL', ledger, id)
  redis.call('SREM', voids, id)
end
if redis.call('EXISTS', ledger) == 0 then redis.call('SREM', name('workspace', workspace, 'months'), month) end
return 'closed'

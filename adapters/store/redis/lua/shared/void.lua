--[[
Charges that may not count, for scripts that settle, confirm, void or claim a key. A charge is
named by its workspace, its day (UTC, YYYY-MM-DD) and its id.

KEYS: built from the prefix:
  unanswered                             '<workspace> <day> <id>' by end of lease; removes some
  workspace:<workspace>:ledger:<month>   charges by id; read
  workspace:<workspace>:voids:<month>    ids of the charges that do not count
  workspace:<workspace>:usage:<day>      sums by key and kind; changes one
  workspace:<workspace>:account:<month>  credits used and reserved; changes `used`
ARGV: none
Defines:
  isVoid(workspace, month, id)              whether a charge does not count
  confirmCharge(workspace, day, id)         makes a charge count, and no longer unanswered
  voidUnanswered(workspace, day, id)        makes a charge not count; if it is not unanswered: no effect
]]
local function isVoid(workspace, month, id)
  return redis.call('SISMEMBER', name('workspace', workspace, 'voids', month), id) == 1
end

-- Adds a charge to the sums, or takes it from them.
local function addToSums(workspace, day, id, sign)
  local month = day:sub(1, 7)
  local row = redis.call('HGET', name('workspace', workspace, 'ledger', month), id)
  if not row then return end
  local kind, credits, key = row:match('^(%S+) (%d+) %S+ (%S+)$')
  local usage, sum = name('workspace', workspace, 'usage', day), key .. ' ' .. kind
  redis.call('HINCRBY', usage, sum .. ' charges', sign)
  redis.call('HINCRBY', usage, sum .. ' credits', sign * credits)
  redis.call('HINCRBY', name('workspace', workspace, 'account', month), 'used', sign * credits)
end

local function confirmCharge(workspace, day, id)
  redis.call('ZREM', name('unanswered'), table.concat({workspace, day, id}, ' '))
  if redis.call('SREM', name('workspace', workspace, 'voids', day:sub(1, 7)), id) == 1 then
    addToSums(workspace, day, id, 1)
  end
end

local function voidUnanswered(workspace, day, id)
  if redis.call('ZREM', name('unanswered'), table.concat({workspace, day, id}, ' ')) == 0 then return end
  if redis.call('SADD', name('workspace', workspace, 'voids', day:sub(1, 7)), id) == 1 then
    addToSums(workspace, day, id, -1)
  end
end

--[[
A charge, for scripts that settle or commit. It is a table with the fields `id`, `workspace`,
`key`, `kind`, `credits`, `atMs` (ms since 1970) and `day` (UTC, YYYY-MM-DD).

KEYS: built from the prefix:
  key:<key>                              workspace_id; read
  workspace:<workspace>:ledger:<month>   charges by id; adds one
  workspace:<workspace>:months           months with a ledger; adds one
  workspace:<workspace>:usage:<day>      sums by key and kind; raises one
  workspace:<workspace>:days             days with usage; adds one
  workspace:<workspace>:account:<month>  credits used and reserved; raises `used`
ARGV: none
Defines:
  isOwnKey(charge)     whether the key belongs to the workspace
  findMonth(charge)    month of the workspace's charge with this id; nil: it has none
  hasCharge(charge)    whether the workspace has a charge with this id, in any month
  writeCharge(charge)  writes the ledger, the usage, and the credits used in the month
]]
local function isOwnKey(charge)
  return redis.call('HGET', name('key', charge.key), 'workspace_id') == charge.workspace
end

-- Each month has its own ledger, so that an old one can be archived.
local function findMonth(charge)
  for _, month in ipairs(redis.call('SMEMBERS', name('workspace', charge.workspace, 'months'))) do
    if redis.call('HEXISTS', name('workspace', charge.workspace, 'ledger', month), charge.id) == 1 then return month end
  end
  return nil
end

local function hasCharge(charge)
  return findMonth(charge) ~= nil
end

local function writeCharge(charge)
  local workspace, month = charge.workspace, charge.day:sub(1, 7)
  local row = table.concat({charge.kind, charge.credits, charge.atMs, charge.key}, ' ')
  redis.call('HSET', name('workspace', workspace, 'ledger', month), charge.id, row)
  redis.call('SADD', name('workspace', workspace, 'months'), month)
  redis.call('ZADD', name('workspace', workspace, 'days'), 0, charge.day)
  local usage, sum = name('workspace', workspace, 'usage', charge.day), charge.key .. ' ' .. charge.kind
  redis.call('HINCRBY', usage, sum .. ' charges', 1)
  redis.call('HINCRBY', usage, sum .. ' credits', charge.credits)
  redis.call('HINCRBY', name('workspace', workspace, 'account', month), 'used', charge.credits)
end

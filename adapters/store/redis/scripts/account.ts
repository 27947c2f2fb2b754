/**
 * Lua of scripts that end a reservation.
 *
 * `endReservation(workspace, id)`: gives back what it had set aside. Says whether it was open.
 */
export const ACCOUNT = `
local function endReservation(workspace, id)
  local reserved = name('workspace', workspace, 'reserved')
  local held = redis.call('HGET', reserved, id)
  if not held then return false end
  local credits, month = held:match('^(%d+) (.+)$')
  redis.call('HDEL', reserved, id)
  redis.call('ZREM', name('workspace', workspace, 'leases'), id)
  redis.call('HINCRBY', name('workspace', workspace, 'account', month), 'reserved', 0 - credits)
  return true
end
`

/**
 * Lua of scripts that charge. A charge is a table: `id`, `workspace`, `key`,
 * `kind`, `credits`, `atMs`, `day`.
 *
 * `isOwnKey(charge)`: whether its key is one of its workspace.
 * `hasCharge(charge)`: whether there is one with its id in its workspace, in whatever month: each
 * month has a ledger of its own, which can be taken away when it is old.
 * `writeCharge(charge)`: writes the ledger, the usage that is its sum, and what is spent of the month.
 */
export const CHARGES = `
local function isOwnKey(charge)
  return redis.call('HGET', name('key', charge.key), 'workspace_id') == charge.workspace
end

local function hasCharge(charge)
  for _, month in ipairs(redis.call('SMEMBERS', name('workspace', charge.workspace, 'months'))) do
    if redis.call('HEXISTS', name('workspace', charge.workspace, 'ledger', month), charge.id) == 1 then return true end
  end
  return false
end

local function writeCharge(charge)
  local workspace, month = charge.workspace, charge.day:sub(1, 7)
  local row = table.concat({charge.kind, charge.credits, charge.atMs, charge.key}, ' ')
  redis.call('HSET', name('workspace', workspace, 'ledger', month), charge.id, row)
  redis.call('SADD', name('workspace', workspace, 'months'), month)
  redis.call('ZADD', name('workspace', workspace, 'days'), 0, charge.day)
  local usage, place = name('workspace', workspace, 'usage', charge.day), charge.key .. ' ' .. charge.kind
  redis.call('HINCRBY', usage, place .. ' charges', 1)
  redis.call('HINCRBY', usage, place .. ' credits', charge.credits)
  redis.call('HINCRBY', name('workspace', workspace, 'account', month), 'used', charge.credits)
end
`

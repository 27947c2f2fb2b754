--[[
End of a reservation, for scripts that reserve, settle, release or commit.

KEYS: built from the prefix:
  workspace:<workspace>:reserved         credits and month by reservation; removes one
  workspace:<workspace>:leases           reservations by end of lease; removes one
  workspace:<workspace>:account:<month>  credits used and reserved; lowers `reserved`
ARGV: none
Defines:
  endReservation(workspace, id)  gives the credits of a reservation back; on an ended one: no effect
]]
local function endReservation(workspace, id)
  local reserved = name('workspace', workspace, 'reserved')
  local held = redis.call('HGET', reserved, id)
  if not held then return end
  local credits, month = held:match('^(%d+) (.+)$')
  redis.call('HDEL', reserved, id)
  redis.call('ZREM', name('workspace', workspace, 'leases'), id)
  redis.call('HINCRBY', name('workspace', workspace, 'account', month), 'reserved', 0 - credits)
end

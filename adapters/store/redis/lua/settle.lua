--[[
Writes a charge once, and ends its reservation. The reservation ends in every case.

KEYS: those of shared/reservation and shared/charge
ARGV:
  3   workspace id
  4   reservation id
  5   charge id
  6   key id
  7   kind of the charge: product or search
  8   credits
  9   time of the reservation; ms since 1970
  10  day of that time; UTC, YYYY-MM-DD
Returns:
  charged
  already_charged     the workspace has a charge with this id
  reservation_closed  the reservation has ended before
  unknown_key         the key does not belong to the workspace
]]
-- @include shared/start
-- @include shared/reservation
-- @include shared/charge
local workspace, reservation = ARGV[3], ARGV[4]
local charge = {
  workspace = workspace, id = ARGV[5], key = ARGV[6], kind = ARGV[7], credits = ARGV[8], atMs = ARGV[9], day = ARGV[10],
}
local isOpen = redis.call('HEXISTS', name('workspace', workspace, 'reserved'), reservation) == 1
local outcome = 'charged'
if hasCharge(charge) then outcome = 'already_charged'
elseif not isOpen then outcome = 'reservation_closed'
elseif not isOwnKey(charge) then outcome = 'unknown_key' end
if outcome == 'charged' then writeCharge(charge) end
endReservation(workspace, reservation)
return outcome

--[[
Writes a charge once, and ends its reservation. The reservation ends in every case.

KEYS: those of shared/reservation and shared/charge, and, built from the prefix:
  unanswered  '<workspace> <day> <id>' of charges by end of lease; may add this one
ARGV:
  3   workspace id
  4   reservation id
  5   charge id
  6   key id
  7   kind of the charge: product or search
  8   credits
  9   time of the reservation; ms since 1970
  10  day of that time; UTC, YYYY-MM-DD
  11  lease of the charge until its answer is sent; ms; empty: it does not depend on an answer
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
if outcome == 'charged' then
  writeCharge(charge)
  if ARGV[11] ~= '' then
    redis.call('ZADD', name('unanswered'), redisMs + ARGV[11], table.concat({workspace, charge.day, charge.id}, ' '))
  end
end
endReservation(workspace, reservation)
return outcome

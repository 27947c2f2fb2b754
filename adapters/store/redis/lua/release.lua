--[[
Releases reservations. On an ended reservation: no effect.

KEYS: those of shared/reservation
ARGV:
  3  from here: workspace ids, each followed by a reservation id
Returns:
  OK
]]
-- @include shared/start
-- @include shared/reservation
for i = 3, #ARGV, 2 do endReservation(ARGV[i], ARGV[i + 1]) end
return 'OK'

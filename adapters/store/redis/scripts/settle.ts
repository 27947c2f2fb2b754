import { defineScript } from '../../../redis/script.ts'
import { ACCOUNT, CHARGES } from './account.ts'

/**
 * Writes a charge, if there is none with its id, and ends its reservation.
 *
 * ARGV 3: workspace. 4: reservation. 5: charge id. 6: key. 7: kind. 8: credits. 9: time of the
 * reservation; unit: ms since 1970. 10: its day in UTC.
 * Reply: `charged`, `already_charged`, `unknown_key`, `reservation_closed`; in all cases, the reservation has ended.
 */
export const SETTLE = defineScript(`${ACCOUNT}${CHARGES}
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
`)

--[[
Records that answers were sent: their charges count, and are not unanswered. A charge that was
voided meanwhile counts again. On a confirmed charge: no effect.

KEYS: those of shared/void
ARGV:
  3  from here: charges, each as '<workspace> <day> <id>'
Returns:
  OK
]]
-- @include shared/start
-- @include shared/void
for i = 3, #ARGV do confirmCharge(ARGV[i]:match('^(%S+) (%S+) (%S+)$')) end
return 'OK'

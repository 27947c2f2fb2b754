--[[
Records that answers were not sent: their charges do not count. A charge that is not
unanswered is left as it is.

KEYS: those of shared/void
ARGV:
  3  from here: charges, each as '<workspace> <day> <id>'
Returns:
  OK
]]
-- @include shared/start
-- @include shared/void
for i = 3, #ARGV do voidUnanswered(ARGV[i]:match('^(%S+) (%S+) (%S+)$')) end
return 'OK'

--[[
Adds the outcome of a command to the audit log, once.

KEYS: built from the prefix:
  audit-entries   entries by id; read
  audit-outcomes  outcomes by id of the entry; adds one
ARGV:
  3  id of the entry
  4  the outcome as JSON
Returns:
  OK
]]
-- @include shared/start
if redis.call('HEXISTS', name('audit-entries'), ARGV[3]) == 1 then
  redis.call('HSETNX', name('audit-outcomes'), ARGV[3], ARGV[4])
end
return 'OK'

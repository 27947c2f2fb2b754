--[[
Removes an operator, and ends the sessions.

KEYS: built from the prefix:
  operator:<name>                   removed
  operators                         names; removes one
  person-session:<hash>             removes some
  person-sessions:dashboard         hashes of sessions by their end; removes some
  person-sessions:dashboard:<name>  the same of the operator; removed
ARGV:
  3  name
Returns:
  1  it was removed
  0  nobody has this name
]]
-- @include shared/start
-- @include shared/person-sessions
local removed = redis.call('DEL', name('operator', ARGV[3])) + redis.call('SREM', name('operators'), ARGV[3])
endSessionsOf('dashboard', ARGV[3])
return math.min(removed, 1)

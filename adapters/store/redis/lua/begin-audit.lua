--[[
Adds an entry to the audit log. Called again with a written entry: no effect.

KEYS: built from the prefix:
  audit          ids of entries by sequence; adds one at the end
  audit-entries  entries by id; adds one
  audit-last     sequence number of the last entry; raises it
ARGV:
  3  id of the entry
  4  the entry as JSON
Returns:
  1  it is written now
  0  it was written before
]]
-- @include shared/start
if redis.call('HSETNX', name('audit-entries'), ARGV[3], ARGV[4]) == 1 then
  redis.call('ZADD', name('audit'), redis.call('INCR', name('audit-last')), ARGV[3])
  return 1
end
return 0

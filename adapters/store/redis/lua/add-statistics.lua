--[[
Adds to the counts of days, once for each entry, except those of an erased workspace.

KEYS: built from the prefix:
  workspace:<workspace>      erased_at_ms; read
  statistics:<series>:<day>  counts by name
  statistics-entry:<id>      exists when the entry was added
ARGV:
  3  id of the entry
  4  time for which the counts of a day are kept; s
  5  counts: a list as JSON of `<series>:<day>`, name and count
Returns:
  1  added
  0  it was added before
]]
-- @include shared/start
local ENTRY_SECONDS = 600
if not redis.call('SET', name('statistics-entry', ARGV[3]), 1, 'NX', 'EX', ENTRY_SECONDS) then return 0 end
for _, count in ipairs(cjson.decode(ARGV[5])) do
  local day, first = name('statistics', count[1]), cjson.decode(count[2])[1] or ''
  if redis.call('HEXISTS', name('workspace', first), 'erased_at_ms') == 0 then
    redis.call('HINCRBY', day, count[2], count[3])
    redis.call('EXPIRE', day, ARGV[4])
  end
end
return 1

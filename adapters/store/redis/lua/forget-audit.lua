--[[
Removes the oldest entries of the audit log, a limited number: those that are too old or too many.

KEYS: built from the prefix:
  audit           ids of entries by sequence; removes some
  audit-entries   entries by id; removes some
  audit-outcomes  outcomes by id of the entry; removes some
ARGV:
  3  time before which an entry is too old; ms since 1970
  4  number of entries that are kept
  5  maximum number of entries to remove
Returns:
  number of removed entries
]]
-- @include shared/start
local log, entries, most = name('audit'), name('audit-entries'), tonumber(ARGV[5])
local surplus, old = redis.call('ZCARD', log) - ARGV[4], {}
for rank, id in ipairs(redis.call('ZRANGE', log, 0, most - 1)) do
  local entry = cjson.decode(redis.call('HGET', entries, id))
  if rank <= surplus or entry.atMs < tonumber(ARGV[3]) then old[#old + 1] = id end
end
for _, id in ipairs(old) do
  redis.call('ZREM', log, id)
  redis.call('HDEL', entries, id)
  redis.call('HDEL', name('audit-outcomes'), id)
end
return #old

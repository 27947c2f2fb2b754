--[[
Reads results of a batch, from one index on, until their bytes reach a limit: at least one, if there is one.

KEYS: built from the prefix:
  batch:<batch>:results  results in order of completion; read
ARGV:
  3  batch id
  4  index of the first result
  5  maximum number of results
  6  bytes after which no more is read
Returns:
  the results, as stored
]]
-- @include shared/start
local list, from, most = name('batch', ARGV[3], 'results'), tonumber(ARGV[4]), tonumber(ARGV[5])
local reply, bytes = {}, 0
while #reply < most and bytes < tonumber(ARGV[6]) do
  local result = redis.call('LINDEX', list, from + #reply)
  if not result then break end
  reply[#reply + 1] = result
  bytes = bytes + #result
end
return reply

--[[
Beginning of every script: the names of the data, the clock, and the deadline of the call.

Each script first checks the deadline and all of its conditions, and writes only after that.
When its memory is full, Redis refuses the first write of a script, but no later one. So a
script does all of its writes, or none.

KEYS: none in any script. Names depend on data that only the script reads, so every name is
  built from the prefix. For that reason a Redis Cluster can't run the scripts.
ARGV:
  1  prefix of all names
  2  deadline; ms since 1970 on the clock of Redis
  3  first argument of the script itself
Defines:
  name(...)  a name: the prefix and the arguments, separated by colons
  redisMs    time on the clock of Redis; ms since 1970
Returns:
  error LATE  the deadline has passed, and nothing was done
]]
local prefix = ARGV[1]
local function name(...) return prefix .. ':' .. table.concat({...}, ':') end
local time = redis.call('TIME')
local redisMs = time[1] * {{MS_PER_SECOND}} + math.floor(time[2] / {{US_PER_MS}})
if redisMs >= tonumber(ARGV[2]) then return redis.error_reply('LATE the deadline of the call has passed') end

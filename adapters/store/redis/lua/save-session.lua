--[[
Saves a session of a visitor, sealed, and counts its pages.

KEYS: built from the prefix:
  sessions:<group>        sealed session by id; expires when the group is unused
  sessions:<group>:pages  pages by id of the session; expires with it
ARGV:
  3  group: a keyed hash
  4  id of the session
  5  sealed session
  6  pages since the last time
  7  time for which the group is kept; ms
Returns:
  pages of the session, of all processes
]]
-- @include shared/start
local group, pages = name('sessions', ARGV[3]), name('sessions', ARGV[3], 'pages')
redis.call('HSET', group, ARGV[4], ARGV[5])
local total = redis.call('HINCRBY', pages, ARGV[4], ARGV[6])
for _, key in ipairs({group, pages}) do redis.call('PEXPIRE', key, ARGV[7]) end
return total

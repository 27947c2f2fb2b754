--[[
Saves a session of a visitor, sealed, and counts its pages. A group belongs to the workspace that saved it
first; of one with too many, the oldest give way.

KEYS: built from the prefix:
  sessions:<group>        sealed session by id; expires when the group is unused
  sessions:<group>:pages  pages by id of the session; expires with it
  sessions-of:<owner>     groups of a workspace, by the time at which they were saved; expires with the last
ARGV:
  3  group: a keyed hash
  4  id of the session
  5  sealed session
  6  pages since the last time
  7  time for which the group is kept; ms
  8  owner: a keyed hash of the workspace
  9  groups that a workspace may have
Returns:
  pages of the session, of all processes
]]
-- @include shared/start
local group, pages = name('sessions', ARGV[3]), name('sessions', ARGV[3], 'pages')
local own = name('sessions-of', ARGV[8])
local redisUs = time[1] * {{MS_PER_SECOND}} * {{US_PER_MS}} + time[2]
local isOwn = redis.call('EXISTS', group) == 0 or redis.call('ZSCORE', own, ARGV[3])
redis.call('HSET', group, ARGV[4], ARGV[5])
local total = redis.call('HINCRBY', pages, ARGV[4], ARGV[6])
if isOwn then redis.call('ZADD', own, redisUs, ARGV[3]) end
redis.call('ZREMRANGEBYSCORE', own, '-inf', redisUs - ARGV[7] * {{US_PER_MS}})
local excess = redis.call('ZCARD', own) - ARGV[9]
if excess > 0 then
  for _, oldest in ipairs(redis.call('ZRANGE', own, 0, excess - 1)) do
    redis.call('DEL', name('sessions', oldest), name('sessions', oldest, 'pages'))
  end
  redis.call('ZREMRANGEBYRANK', own, 0, excess - 1)
end
for _, key in ipairs({group, pages, own}) do redis.call('PEXPIRE', key, ARGV[7]) end
return total

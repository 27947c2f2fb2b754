--[[
Ends a turn of a shared pool. One whose lease has ended has ended already.

KEYS: built from the prefix:
  turns:<pool>       <workspace>:<id of the turn> by end of lease; removes the turn
  turns:<pool>:held  number of turns by workspace; lowers one
ARGV:
  3  pool
  4  workspace
  5  id of the turn
Returns:
  1: ended now, 0: it had ended
]]
-- @include shared/start
local owners = name('turns', ARGV[3], 'held')
local ended = redis.call('ZREM', name('turns', ARGV[3]), ARGV[4] .. ':' .. ARGV[5])
if ended == 1 and redis.call('HINCRBY', owners, ARGV[4], -1) <= 0 then redis.call('HDEL', owners, ARGV[4]) end
return ended

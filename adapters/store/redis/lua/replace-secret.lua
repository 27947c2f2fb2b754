--[[
Replaces the stored secret of a batch or a watch, if it is still the one that was read.

KEYS: built from the prefix:
  <owner>:<id>  sealed_secret
ARGV:
  3  owner: batch or watch
  4  id
  5  the secret, as read
  6  the secret as it is stored from now on
Returns:
  OK
]]
-- @include shared/start
local owner = name(ARGV[3], ARGV[4])
if redis.call('HGET', owner, 'sealed_secret') == ARGV[5] then redis.call('HSET', owner, 'sealed_secret', ARGV[6]) end
return 'OK'

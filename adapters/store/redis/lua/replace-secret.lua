--[[
Replaces the stored secret of a batch, if it is still the one that was read.

KEYS: built from the prefix:
  batch:<batch>  sealed_secret
ARGV:
  3  batch id
  4  the secret, as read
  5  the secret as it is stored from now on
Returns:
  OK
]]
-- @include shared/start
local batch = name('batch', ARGV[3])
if redis.call('HGET', batch, 'sealed_secret') == ARGV[4] then redis.call('HSET', batch, 'sealed_secret', ARGV[5]) end
return 'OK'

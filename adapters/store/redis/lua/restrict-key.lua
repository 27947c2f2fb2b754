--[[
Sets the addresses from which a key may be used.

KEYS: built from the prefix:
  key:<key>  fields of the key; sets allowed_addresses
ARGV:
  3  key id
  4  ranges of addresses; a list as JSON
Returns:
  all fields and values of the key; empty: there is no such key
]]
-- @include shared/start
local key = name('key', ARGV[3])
if redis.call('EXISTS', key) == 0 then return {} end
redis.call('HSET', key, 'allowed_addresses', ARGV[4])
return redis.call('HGETALL', key)

--[[
Writes the last use of a key, if the key exists, and may replace its hash by one with another pepper.

KEYS: built from the prefix:
  key:<key>  sets last_used_at_ms; may set hash and pepper
ARGV:
  3  key id
  4  time of the use; ms since 1970
  5  hash of the pepper of the new hash
  6  hash of the key, as read; empty or absent: it is not replaced
  7  new hash of the key
Returns:
  OK
]]
-- @include shared/start
local key = name('key', ARGV[3])
local hash = redis.call('HGET', key, 'hash')
if hash then redis.call('HSET', key, 'last_used_at_ms', ARGV[4]) end
if hash and hash == ARGV[6] then redis.call('HSET', key, 'hash', ARGV[7], 'pepper', ARGV[5]) end
return 'OK'

--[[
Reads the schema version of the data and the hash of its pepper. A store without data gets
the schema of the caller, a store without keys the pepper.

KEYS: built from the prefix:
  settings  schema, pepper_check, has_keys
ARGV:
  3  schema version of the caller
  4  hash of the caller's pepper
Returns:
  {schema version, pepper hash} of the data
]]
-- @include shared/start
local settings = name('settings')
if redis.call('HEXISTS', settings, 'has_keys') == 0 then redis.call('HSET', settings, 'pepper_check', ARGV[4]) end
if redis.call('HEXISTS', settings, 'schema') == 0 then redis.call('HSET', settings, 'schema', ARGV[3]) end
return redis.call('HMGET', settings, 'schema', 'pepper_check')

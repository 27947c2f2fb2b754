--[[
Makes a pepper that of the store, after all keys name theirs: a key that does not has that of the
store. Counts keys that depend on another pepper.

KEYS: built from the prefix:
  settings   pepper_check; may be set
  key:<key>  revoked_at_ms, expires_at_ms; may set pepper
ARGV:
  3  hash of the pepper
  4  1: it becomes that of the store; 0: not yet
  5  now; ms since 1970
  6  from here: ids of keys; may be none
Returns:
  number of these keys that are active and depend on another pepper
]]
-- @include shared/start
local settings, left = name('settings'), 0
local known = redis.call('HGET', settings, 'pepper_check') or ARGV[3]
for i = 6, #ARGV do
  local key = name('key', ARGV[i])
  if redis.call('EXISTS', key) == 1 then
    redis.call('HSETNX', key, 'pepper', known)
    local pepper, revoked, expires = unpack(redis.call('HMGET', key, 'pepper', 'revoked_at_ms', 'expires_at_ms'))
    local isActive = not revoked and (not expires or tonumber(expires) > tonumber(ARGV[5]))
    if isActive and pepper ~= ARGV[3] then left = left + 1 end
  end
end
if ARGV[4] == '1' then redis.call('HSET', settings, 'pepper_check', ARGV[3]) end
return left

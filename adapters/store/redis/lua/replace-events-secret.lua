--[[
Replaces the stored secret of the receiver of a workspace, if it is still the one that the caller read.

KEYS: built from the prefix:
  workspace:<workspace>  events_secret
ARGV:
  3  workspace id
  4  secret as read
  5  secret to store
Returns:
  OK
]]
-- @include shared/start
local workspace = name('workspace', ARGV[3])
if redis.call('HGET', workspace, 'events_secret') == ARGV[4] then redis.call('HSET', workspace, 'events_secret', ARGV[5]) end
return 'OK'

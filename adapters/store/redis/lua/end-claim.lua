--[[
Ends the use of an idempotency key: the next request with it may go on.

KEYS: built from the prefix:
  request:<workspace>:<name>  claim, until_ms of the claim; removes both
ARGV:
  3  workspace id
  4  name: the kind of the caller's key, and the idempotency key
  5  id of the claim
Returns:
  1: ended now, 0: another request uses the key, or none does
]]
-- @include shared/start
local request = name('request', ARGV[3], ARGV[4])
if redis.call('HGET', request, 'claim') ~= ARGV[5] then return 0 end
redis.call('HDEL', request, 'claim', 'until_ms')
return 1

--[[
Removes the oldest requests from the log of a workspace, a limited number: those that are too old
or too many.

KEYS: built from the prefix:
  request-log:<workspace>  requests as JSON, by time of their end; removes some
  request-log              workspaces with requests; removes one without
ARGV:
  3  workspace id
  4  time before which a request is too old; ms since 1970
  5  number of requests that are kept
  6  maximum number of requests to remove
Returns:
  number of removed requests
]]
-- @include shared/start
local log = name('request-log', ARGV[3])
local old = redis.call('ZCOUNT', log, '-inf', '(' .. ARGV[4])
local surplus = redis.call('ZCARD', log) - ARGV[5]
local count = math.min(math.max(old, surplus, 0), tonumber(ARGV[6]))
if count > 0 then redis.call('ZREMRANGEBYRANK', log, 0, count - 1) end
if redis.call('EXISTS', log) == 0 then redis.call('SREM', name('request-log'), ARGV[3]) end
return count

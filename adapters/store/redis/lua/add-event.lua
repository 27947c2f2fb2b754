--[[
Adds an event of a workspace, whose first attempt is due now. Called again with its id: no effect.

KEYS: built from the prefix:
  workspace:<workspace>         plan; read
  workspace:<workspace>:events  ids of its events; adds one
  event:<event>                 fields of the event
  events                        ids of those with an attempt to come, by its time; adds one
ARGV:
  3  id of the event
  4  workspace id
  5  body
  6  now; ms since 1970; empty: the clock of Redis
  7  time for which it is remembered; ms
Returns:
  1  it was added
  0  it was added before, or there is no such workspace
]]
-- @include shared/start
local id, workspace, nowMs = ARGV[3], ARGV[4], tonumber(ARGV[6]) or redisMs
local event, own = name('event', id), name('workspace', workspace, 'events')
if redis.call('EXISTS', event) == 1 or redis.call('HEXISTS', name('workspace', workspace), 'plan') == 0 then return 0 end
redis.call('HSET', event, 'workspace_id', workspace, 'body', ARGV[5], 'attempts', 0)
redis.call('PEXPIRE', event, ARGV[7])
redis.call('SADD', own, id)
redis.call('PEXPIRE', own, ARGV[7])
redis.call('ZADD', name('events'), nowMs, id)
return 1

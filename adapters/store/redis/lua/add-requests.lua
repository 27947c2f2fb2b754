--[[
Adds requests to the log of their workspaces, except those of an erased one. Called again with
written requests: no effect.

KEYS: built from the prefix:
  workspace:<workspace>    erased_at_ms; read
  request-log:<workspace>  requests as JSON, by time of their end; adds some
  request-log              workspaces with requests; adds some
ARGV:
  3  requests: a list as JSON of workspace, time of the end in ms since 1970, and the request as JSON
  4  time after which a log without new requests expires; ms
Returns:
  OK
]]
-- @include shared/start
for _, request in ipairs(cjson.decode(ARGV[3])) do
  local workspace, log = request[1], name('request-log', request[1])
  if redis.call('HEXISTS', name('workspace', workspace), 'erased_at_ms') == 0 then
    redis.call('ZADD', log, string.format('%.0f', request[2]), request[3])
    redis.call('PEXPIRE', log, ARGV[4])
    redis.call('SADD', name('request-log'), workspace)
  end
end
return 'OK'

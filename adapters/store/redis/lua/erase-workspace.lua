--[[
Marks a workspace as erased, and removes its name, its terms and its keys. Called again with an
erased workspace: no effect.

KEYS: built from the prefix:
  workspace:<workspace>         keeps id and created_at_ms; sets erased_at_ms
  workspace:<workspace>:keys    ids in order of creation; removed
  workspace:<workspace>:active  ids of the active keys; removed
  key:<key>                     prefix; removed
  key-of:<prefix>               id of the key with this prefix; removed
  workspace:<workspace>:events  ids of its events; removed
  event:<event>                 removed
  events                        ids of those with an attempt to come; removes its own
  request-log:<workspace>       its requests; removed
  request-log                   workspaces with requests; removes it
  workspace:<workspace>:members names of its members; removed
  member:<name>                 removed
  person-session:<hash>, person-sessions:<door>, person-sessions:<door>:<person>  sessions of the members; removes them
  pending:<kind>                items without a result by workspace; read
ARGV:
  3  workspace id
  4  now; ms since 1970
Returns:
  time at which it was first marked, ms since 1970; number of keys; number of events; number of requests; number of members
  unknown_workspace  there is no such workspace
  batches_open       it has batches that have not ended
]]
-- @include shared/start
-- @include shared/person-sessions
local id = ARGV[3]
local workspace, keys = name('workspace', id), name('workspace', id, 'keys')
if redis.call('EXISTS', workspace) == 0 then return 'unknown_workspace' end
for _, kind in ipairs({'live', 'test'}) do
  if tonumber(redis.call('HGET', name('pending', kind), id) or 0) > 0 then return 'batches_open' end
end
redis.call('HSETNX', workspace, 'erased_at_ms', ARGV[4])
redis.call('HDEL', workspace, 'name', 'plan', 'pay_as_you_go', 'spending_cap', 'overrides', 'events_url', 'events_secret')
local events = redis.call('SMEMBERS', name('workspace', id, 'events'))
for _, event in ipairs(events) do
  redis.call('DEL', name('event', event))
  redis.call('ZREM', name('events'), event)
end
local ids = redis.call('LRANGE', keys, 0, -1)
for _, key in ipairs(ids) do
  local prefix = redis.call('HGET', name('key', key), 'prefix')
  if prefix then redis.call('DEL', name('key-of', prefix)) end
  redis.call('DEL', name('key', key))
end
local members = redis.call('SMEMBERS', name('workspace', id, 'members'))
for _, member in ipairs(members) do
  redis.call('DEL', name('member', member))
  endSessionsOf('account', member)
end
local requests = redis.call('ZCARD', name('request-log', id))
redis.call('DEL', keys, name('workspace', id, 'active'), name('workspace', id, 'events'), name('request-log', id), name('workspace', id, 'members'))
redis.call('SREM', name('request-log'), id)
return {tonumber(redis.call('HGET', workspace, 'erased_at_ms')), #ids, #events, requests, #members}

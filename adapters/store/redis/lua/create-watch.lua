--[[
Writes a watch with its items, which are due at once, or finds the watch that its idempotency key was used for.
Called again with a written watch: no effect.

KEYS: those of shared/watch, and, built from the prefix:
  key:<key>                             workspace_id; read
  watch:<watch>                         fields of the watch
  watch:<watch>:items                   items by index
  watch:<watch>:due                     items by the time when they are looked at next
  workspace:<workspace>:watches:<kind>  watches by creation; adds this one
  watched:<kind>                        items of watches by workspace; raises one
  watches-kept                          watches by the time when their old rows were last removed; adds this one
  idempotency:<workspace>:<key>         used_at_ms, body_hash, batch: id of a batch or a watch; expires
  request:<workspace>:<name>            a paid request has the idempotency key; read
  idempotency-uses                      names of idempotency keys by time of use
ARGV:
  3  watch id
  4  workspace id
  5  key id
  6  kind of the key: live or test
  7  now; ms since 1970; empty: the clock of Redis
  8  maximum number of items, of the workspace and the kind; empty: any number
  9  field names and values as a list in JSON
  10  idempotency key; empty: none
  11  digest of the request body
  12  name of the idempotency key for paid requests
  13  from here: the items as JSON
Returns:
  {1, fields and values}  the watch is new
  {0, fields and values}  the watch that the idempotency key was used for
  idempotency_conflict    the idempotency key was used with another body, or for something else
  too_many_items          the workspace would watch more items than it may
  unknown_key             the key does not belong to the workspace
]]
-- @include shared/start
-- @include shared/deliveries
-- @include shared/watch
-- @include shared/creation
local id, workspace, kind, nowMs = ARGV[3], ARGV[4], ARGV[6], tonumber(ARGV[7]) or redisMs
local watch, watched = name('watch', id), name('watched', kind)
local idempotency = name('idempotency', workspace, ARGV[10])
if redis.call('EXISTS', watch) == 1 then return {1, redis.call('HGETALL', watch)} end
if redis.call('HGET', name('key', ARGV[5]), 'workspace_id') ~= workspace then return 'unknown_key' end
local created = findCreated('watch', workspace, { key = ARGV[10], body = ARGV[11], request = ARGV[12] }, nowMs)
if created then return created end

local count = 0
local bytes = {{WATCH_RECORD_BYTES}}
for i = 13, #ARGV do
  count = count + 1
  bytes = bytes + {{WATCH_ROW_BYTES}} + #ARGV[i]
end
local most = tonumber(ARGV[8]) or math.huge
if (redis.call('HGET', watched, workspace) or 0) + count > most then return 'too_many_items' end

redis.call('HSET', watch, unpack(cjson.decode(ARGV[9])))
redis.call('HSET', watch, 'created_at_ms', nowMs, 'item_count', count)
local item = 0
for i = 13, #ARGV do
  redis.call('HSET', name('watch', id, 'items'), item, ARGV[i])
  redis.call('ZADD', name('watch', id, 'due'), nowMs, item)
  item = item + 1
end
redis.call('HINCRBY', watched, workspace, count)
redis.call('ZADD', name('workspace', workspace, 'watches', kind), nowMs, id)
redis.call('ZADD', name('watches-kept'), nowMs, id)
addWatchBytes(id, bytes)
setNextRun(id, nowMs)
if ARGV[10] ~= '' then
  redis.call('HSET', idempotency, 'used_at_ms', nowMs, 'body_hash', ARGV[11], 'batch', id)
  redis.call('PEXPIRE', idempotency, {{IDEMPOTENCY_MS}})
  redis.call('ZADD', name('idempotency-uses'), nowMs, idempotency)
end
return {1, redis.call('HGETALL', watch)}

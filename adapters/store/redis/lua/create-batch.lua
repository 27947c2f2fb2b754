--[[
Writes a batch with its items, or finds the batch that its idempotency key was used for.
Called again with a written batch: no effect.

KEYS: those of shared/storage and shared/new-batch, and, built from the prefix:
  key:<key>                            workspace_id; read
  idempotency:<workspace>:<key>        used_at_ms, body_hash, batch: id of a batch or a watch; expires
  request:<workspace>:<name>           a paid request has the idempotency key; read
  idempotency-uses                     names of idempotency keys by time of use
  workspace:<workspace>:batches:<kind>:<reference>  batches that have an item with a reference, by creation; adds this one
  batch:<batch>:references             digests of the references of its items
ARGV:
  3   batch id
  4   workspace id
  5   key id
  6   now; ms since 1970; empty: the clock of Redis
  7   idempotency key; empty: none
  8   digest of the request body
  9   kind of the key: live or test
  10  maximum number of items without a result, of the workspace and the kind; empty: any number
  11  name of the idempotency key for paid requests
  12  number of the following arguments that are fields
  13  number of the following arguments that are digests of references
  14  from here: field names, each followed by its value; then the digests; then the items as JSON
Returns:
  {1, fields and values}  the batch is new
  {0, fields and values}  the batch that the idempotency key was used for
  idempotency_conflict    the idempotency key was used with another body, for a watch, or for a paid request
  pending_items_exceeded  the workspace would have more items without a result than it may have
  unknown_key             the key does not belong to the workspace
]]
-- @include shared/start
-- @include shared/storage
-- @include shared/new-batch
-- @include shared/creation
local id, workspace, nowMs, kind = ARGV[3], ARGV[4], tonumber(ARGV[6]) or redisMs, ARGV[9]
local firstReference = 14 + tonumber(ARGV[12])
local firstItem = firstReference + tonumber(ARGV[13])
local pending = name('pending', kind)
local batch = name('batch', id)
local idempotency = name('idempotency', workspace, ARGV[7])
if redis.call('EXISTS', batch) == 1 then return {1, redis.call('HGETALL', batch)} end
if redis.call('HGET', name('key', ARGV[5]), 'workspace_id') ~= workspace then return 'unknown_key' end
local created = findCreated('batch', workspace, { key = ARGV[7], body = ARGV[8], request = ARGV[11] }, nowMs)
if created then return created end

local itemCount = #ARGV - firstItem + 1
local maxPending = tonumber(ARGV[10]) or math.huge
if (redis.call('HGET', pending, workspace) or 0) + itemCount > maxPending then return 'pending_items_exceeded' end

local fields, items = {unpack(ARGV, 14, firstReference - 1)}, {}
for i = firstItem, #ARGV do items[#items + 1] = ARGV[i] end
writeBatch({id = id, workspace = workspace, kind = kind, nowMs = nowMs, list = 'batches', fields = fields, items = items})
for i = firstReference, firstItem - 1 do
  redis.call('ZADD', name('workspace', workspace, 'batches', kind, ARGV[i]), nowMs, id)
  redis.call('SADD', name('batch', id, 'references'), ARGV[i])
end
if ARGV[7] ~= '' then
  redis.call('HSET', idempotency, 'used_at_ms', nowMs, 'body_hash', ARGV[8], 'batch', id)
  redis.call('PEXPIRE', idempotency, {{IDEMPOTENCY_MS}})
  redis.call('ZADD', name('idempotency-uses'), nowMs, idempotency)
end
return {1, redis.call('HGETALL', batch)}

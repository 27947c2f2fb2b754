--[[
Stored bytes, for scripts that write or remove inputs and results.

KEYS: built from the prefix:
  batch:<batch>                 workspace_id, kind, webhook_url, metadata, reference_bytes; changes stored_bytes
  workspace:<workspace>:stored  bytes of batches by kind of key; changes one
ARGV: none
Defines:
  addStored(id, bytes)  counts bytes of a batch; negative: they were removed
  storedBytes(id)       bytes of a batch
  recordBytes(id)       bytes of its record, without inputs and results
]]
local function addStored(id, bytes)
  local workspace, kind = unpack(redis.call('HMGET', name('batch', id), 'workspace_id', 'kind'))
  redis.call('HINCRBY', name('batch', id), 'stored_bytes', bytes)
  redis.call('HINCRBY', name('workspace', workspace, 'stored'), kind, bytes)
end

local function recordBytes(id)
  local webhook = redis.call('HEXISTS', name('batch', id), 'webhook_url')
  local metadata = redis.call('HSTRLEN', name('batch', id), 'metadata')
  local references = tonumber(redis.call('HGET', name('batch', id), 'reference_bytes') or 0)
  return {{BATCH_RECORD_BYTES}} + metadata + references + webhook * {{WEBHOOK_RECORD_BYTES}}
end

local function storedBytes(id)
  return tonumber(redis.call('HGET', name('batch', id), 'stored_bytes') or 0)
end

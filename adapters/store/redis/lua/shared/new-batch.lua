--[[
Writes a new batch, for scripts that create one. They include shared/storage before it.

KEYS: those of shared/storage, and, built from the prefix:
  batch:<batch>                        fields of the batch
  batch:<batch>:items                  items by index
  pending:<kind>                       items without a result by workspace; raises one
  waiting:<kind>                       workspaces with waiting batches; may add one at the end
  waiting:<kind>:<workspace>           batches with unclaimed items; adds this one at the end
  open                                 batches by creation
  workspace:<workspace>:batches:<kind>        the same, of a workspace and a kind of key, that callers have created
  workspace:<workspace>:watch-batches:<kind>  the same, that are runs of watches
ARGV: none
Defines:
  writeBatch(batch)  writes a batch: a table with `id`, `workspace`, `kind`, `nowMs`, `list` (batches or watch-batches),
                     `fields` (names and values in turn) and `items` (as JSON)
]]
local function writeBatch(batch)
  local id, workspace, kind = batch.id, batch.workspace, batch.kind
  redis.call('HSET', name('batch', id), unpack(batch.fields))
  redis.call('HSET', name('batch', id), 'created_at_ms', batch.nowMs)
  local bytes = recordBytes(id)
  for from = 1, #batch.items, {{MAX_UNPACKED_ITEMS}} do
    local items = {}
    for i = from, math.min(from + {{MAX_UNPACKED_ITEMS}} - 1, #batch.items) do
      items[#items + 1] = i - 1
      items[#items + 1] = batch.items[i]
      bytes = bytes + #batch.items[i]
    end
    redis.call('HSET', name('batch', id, 'items'), unpack(items))
  end
  addStored(id, bytes)
  redis.call('HINCRBY', name('pending', kind), workspace, #batch.items)
  if redis.call('RPUSH', name('waiting', kind, workspace), id) == 1 then
    redis.call('RPUSH', name('waiting', kind), workspace)
  end
  redis.call('ZADD', name('open'), batch.nowMs, id)
  redis.call('ZADD', name('workspace', workspace, batch.list, kind), batch.nowMs, id)
end

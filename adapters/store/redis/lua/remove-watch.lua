--[[
Ends a watch: from now on, no watch has its id. What it has is removed later.

KEYS: built from the prefix:
  watch:<watch>                         workspace_id, kind, item_count; becomes removed-watch:<watch>
  removed-watch:<watch>                 fields of a watch whose rows are removed
  watches                               watches by the time when they are claimed next; removes one
  watches-kept                          watches by the time when their old rows were last removed; removes one
  removed-watches                       ids of watches whose rows are removed; adds one
  workspace:<workspace>:watches:<kind>  watches by creation; removes one
  watched:<kind>                        items of watches by workspace; lowers one
ARGV:
  3  watch id
Returns:
  1  it was removed
  0  there is no such watch
]]
-- @include shared/start
local id = ARGV[3]
local watch = name('watch', id)
local workspace, kind, count = unpack(redis.call('HMGET', watch, 'workspace_id', 'kind', 'item_count'))
if not workspace then return 0 end
redis.call('RENAME', watch, name('removed-watch', id))
redis.call('ZREM', name('watches'), id)
redis.call('ZREM', name('watches-kept'), id)
redis.call('ZREM', name('workspace', workspace, 'watches', kind), id)
redis.call('HINCRBY', name('watched', kind), workspace, 0 - count)
redis.call('SADD', name('removed-watches'), id)
return 1

--[[
Writes how often an item has ended its process, unless it has a result.

KEYS: built from the prefix:
  batch:<batch>:items   items by index; read
  batch:<batch>:deaths  deaths by index of the item
ARGV:
  3  batch id
  4  index of the item
  5  number of deaths
Returns:
  OK
]]
-- @include shared/start
if redis.call('HEXISTS', name('batch', ARGV[3], 'items'), ARGV[4]) == 1 then
  redis.call('HSET', name('batch', ARGV[3], 'deaths'), ARGV[4], ARGV[5])
end
return 'OK'

--[[
Adds a member of a workspace. Called again with the same member: no effect.

KEYS: built from the prefix:
  workspace:<workspace>          plan; read
  member:<name>                  fields of the member; adds one
  workspace:<workspace>:members  names; adds one
ARGV:
  3  workspace id
  4  name
  5  id of the member, which is random
  6  hash of the link
  7  end of the link; ms since 1970
  8  time of creation; ms since 1970
  9  first generation, which is random
Returns:
  ok                 it was added, by this call or an earlier one
  unknown_workspace  there is no such workspace, or it was erased
  member_exists      another member has this name
]]
-- @include shared/start
if redis.call('HEXISTS', name('workspace', ARGV[3]), 'plan') == 0 then return 'unknown_workspace' end
local member = name('member', ARGV[4])
local known = redis.call('HGET', member, 'id')
if known then return known == ARGV[5] and 'ok' or 'member_exists' end
redis.call('HSET', member, 'id', ARGV[5], 'workspace_id', ARGV[3], 'name', ARGV[4], 'password_hash', '', 'link_hash', ARGV[6],
  'link_expires_at_ms', ARGV[7], 'created_at_ms', ARGV[8], 'generation', ARGV[9])
redis.call('SADD', name('workspace', ARGV[3], 'members'), ARGV[4])
return 'ok'

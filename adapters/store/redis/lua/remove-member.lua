--[[
Removes a member of a workspace, and ends the sessions.

KEYS: built from the prefix:
  member:<name>                  workspace_id; removed
  workspace:<workspace>:members  names; removes one
  person-session:<hash>, person-sessions:<door>, person-sessions:<door>:<person>  sessions of the member; removes them
ARGV:
  3  workspace id
  4  name
Returns:
  1  it was removed
  0  the workspace has no such member
]]
-- @include shared/start
-- @include shared/person-sessions
local member = name('member', ARGV[4])
if redis.call('HGET', member, 'workspace_id') ~= ARGV[3] then return 0 end
redis.call('DEL', member)
endSessionsOf('account', ARGV[4])
redis.call('SREM', name('workspace', ARGV[3], 'members'), ARGV[4])
return 1

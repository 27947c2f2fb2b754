--[[
Ends the sessions of a member, and may give a new link, with which the password ends. Called again: sessions end once more.

KEYS: built from the prefix:
  member:<name>  workspace_id; password_hash, link_hash, link_expires_at_ms, generation; changes some
  person-session:<hash>, person-sessions:<door>, person-sessions:<door>:<person>  sessions of the member; removes them
ARGV:
  3  workspace id
  4  name
  5  hash of the link; empty: the link and the password stay
  6  end of the link; ms since 1970
Returns:
  1  it was changed
  0  the workspace has no such member
]]
-- @include shared/start
-- @include shared/person-sessions
local member = name('member', ARGV[4])
if redis.call('HGET', member, 'workspace_id') ~= ARGV[3] then return 0 end
if ARGV[5] ~= '' then
  redis.call('HSET', member, 'password_hash', '', 'link_hash', ARGV[5], 'link_expires_at_ms', ARGV[6])
end
redis.call('HINCRBY', member, 'generation', 1)
endSessionsOf('account', ARGV[4])
return 1

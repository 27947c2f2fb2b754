--[[
Sets the password of a member by a link, and ends the link and all sessions. Called again with the same password: no effect.

KEYS: built from the prefix:
  member:<name>  link_hash, link_expires_at_ms; password_hash, generation; changes all
  person-session:<hash>, person-sessions:<door>, person-sessions:<door>:<person>  sessions of the member; removes them
ARGV:
  3  name
  4  hash of the link
  5  hash of the password, which has a random part
  6  now; ms since 1970
Returns:
  1  it was set, by this call or an earlier one
  0  the link is another one, was used or has expired
]]
-- @include shared/start
-- @include shared/person-sessions
local member = name('member', ARGV[3])
local password, link, expires = unpack(redis.call('HMGET', member, 'password_hash', 'link_hash', 'link_expires_at_ms'))
if password == ARGV[5] then return 1 end
if not link or link == '' or link ~= ARGV[4] or tonumber(expires) <= tonumber(ARGV[6]) then return 0 end
redis.call('HSET', member, 'password_hash', ARGV[5], 'link_hash', '', 'link_expires_at_ms', '')
redis.call('HINCRBY', member, 'generation', 1)
endSessionsOf('account', ARGV[3])
return 1

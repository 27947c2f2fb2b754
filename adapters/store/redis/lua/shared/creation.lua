--[[
What an idempotency key has created, for scripts that create a batch or a watch.

KEYS: built from the prefix:
  <owner>:<id>                        fields of what was created
  idempotency:<workspace>:<key hash>  used_at_ms, body_hash, batch
  request:<workspace>:<key>           a request with the same key
ARGV: none
Defines:
  findCreated(owner, workspace, used, nowMs)
    owner: batch or watch. used: a table with `key`, `body` and `request`; an empty key: none was given
    gives {0, fields}, 'idempotency_conflict', or nil: the key is free
]]
local function findCreated(owner, workspace, used, nowMs)
  if used.key == '' then return nil end
  local idempotency = name('idempotency', workspace, used.key)
  local usedAtMs, bodyHash, known = unpack(redis.call('HMGET', idempotency, 'used_at_ms', 'body_hash', 'batch'))
  if usedAtMs and usedAtMs + {{IDEMPOTENCY_MS}} > nowMs then
    if bodyHash ~= used.body then return 'idempotency_conflict' end
    local fields = redis.call('HGETALL', name(owner, known))
    if #fields > 0 then return {0, fields} end
  end
  if redis.call('EXISTS', name('request', workspace, used.request)) == 1 then return 'idempotency_conflict' end
  return nil
end

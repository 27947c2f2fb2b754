--[[
Stored answers of paid requests with an idempotency key, for scripts that write or remove them.

KEYS: built from the prefix:
  request:<workspace>:<name>    answer, its form and answer_bytes
  answers                       stored answers, each with its bytes, kind of key, workspace and name, by time of expiry
  workspace:<workspace>:stored  bytes by kind of key; changes one
ARGV: none
Defines:
  answerMember(bytes, kind, workspace, key)  member of `answers`; key: name in the workspace
  dropAnswer(kind, workspace, key)           removes a stored answer, if there is one
]]
local function answerMember(bytes, kind, workspace, key)
  return table.concat({bytes, kind, workspace, key}, ' ')
end

local function dropAnswer(kind, workspace, key)
  local request = name('request', workspace, key)
  local bytes = redis.call('HGET', request, 'answer_bytes')
  if not bytes then return end
  redis.call('HDEL', request, 'answer', 'form', 'answer_bytes')
  if redis.call('ZREM', name('answers'), answerMember(bytes, kind, workspace, key)) == 1 then
    redis.call('HINCRBY', name('workspace', workspace, 'stored'), kind, -bytes)
  end
end

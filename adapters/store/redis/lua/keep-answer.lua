--[[
Stores the answer to a paid request, for as long as its idempotency key is kept. The first one stays.

KEYS: those of shared/answers
ARGV:
  3  workspace id
  4  name: the kind of the caller's key, and the idempotency key
  5  id of the claim
  6  kind of the caller's key
  7  form of the answer
  8  answer
Returns:
  1: stored now or before, 0: the claim has ended
]]
-- @include shared/start
-- @include shared/answers
local workspace, key, kind = ARGV[3], ARGV[4], ARGV[6]
local request = name('request', workspace, key)
if redis.call('HGET', request, 'claim') ~= ARGV[5] then return 0 end
if redis.call('HEXISTS', request, 'answer') == 1 then return 1 end
local bytes = #ARGV[8]
redis.call('HSET', request, 'answer', ARGV[8], 'form', ARGV[7], 'answer_bytes', bytes)
redis.call('ZADD', name('answers'), redisMs + redis.call('PTTL', request), answerMember(bytes, kind, workspace, key))
redis.call('HINCRBY', name('workspace', workspace, 'stored'), kind, bytes)
return 1

--[[
Takes a turn of a shared pool for the first workspace that may have one, as `mayTakeTurn` of
core/policy decides. Called again with the id of a turn that is held, it returns the same.

KEYS: built from the prefix. They expire when the pool has been idle:
  turns:<pool>         <workspace>:<id of the turn> by end of lease
  turns:<pool>:held    number of turns by workspace
  turns:<pool>:lately  workspaces by the time when they asked
ARGV:
  3  pool
  4  turns of the pool
  5  those of them that are reserved
  6  lease of a turn; ms
  7  id of the turn
  8  from here: workspaces that wait, in the order of their turns; empty: a program that shares with nobody
Returns:
  place in the list, from 0, of the one that has the turn; -1: no turn is free for any of them
]]
-- @include shared/start
local pool, turns, reserved, leaseMs = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local leases, owners, lately = name('turns', pool), name('turns', pool, 'held'), name('turns', pool, 'lately')

local function placeOfTurn()
  for at = 8, #ARGV do
    if redis.call('ZSCORE', leases, ARGV[at] .. ':' .. ARGV[7]) then return at - 8 end
  end
end
local taken = placeOfTurn()
if taken then return taken end

local function forget(turn)
  local workspace = turn:match('^(.*):')
  if redis.call('HINCRBY', owners, workspace, -1) <= 0 then redis.call('HDEL', owners, workspace) end
  redis.call('ZREM', leases, turn)
end
for _, turn in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', redisMs)) do forget(turn) end
-- A lease that is longer than any was taken while the clock of Redis was wrong.
for _, turn in ipairs(redis.call('ZRANGEBYSCORE', leases, '(' .. redisMs + leaseMs + {{CLOCK_TOLERANCE_MS}}, '+inf')) do
  forget(turn)
end
redis.call('ZREMRANGEBYSCORE', lately, '-inf', redisMs - {{LATELY_MS}})
for at = 8, #ARGV do
  if ARGV[at] ~= '' then redis.call('ZADD', lately, redisMs, ARGV[at]) end
end

local held, known = redis.call('ZCARD', leases), redis.call('ZCARD', lately)
local function mayTake(workspace)
  local own = tonumber(redis.call('HGET', owners, workspace) or 0)
  if held >= turns or own == 0 or workspace == '' then return held < turns end
  local others = known - 1
  return own < math.ceil(turns / math.min(others + 1, 4)) and held < turns - reserved
end
local place = -1
for at = 8, #ARGV do
  if mayTake(ARGV[at]) then
    place = at - 8
    redis.call('ZADD', leases, redisMs + leaseMs, ARGV[at] .. ':' .. ARGV[7])
    redis.call('HINCRBY', owners, ARGV[at], 1)
    break
  end
end
for _, key in ipairs({leases, owners, lately}) do redis.call('PEXPIRE', key, leaseMs + {{LATELY_MS}}) end
return place

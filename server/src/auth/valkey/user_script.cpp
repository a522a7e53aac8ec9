#include "auth/valkey/user_script.h"

#include <string>

namespace prichal::auth {
namespace {

constexpr std::string_view kClock = R"lua(
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
)lua";

constexpr std::string_view kUser = R"lua(
local user = KEYS[1]
local room, me = string.match(user, '^(.-}:)user:(.*)$')
local index, unfinished, news = room .. 'sessions:' .. me, room .. 'unfinished', room .. 'news'
local hour = 3600000

local function whole(number) return string.format('%.0f', number) end
local function tell(words) redis.call('SPUBLISH', news, words) end

-- While a slot moves to another server a script ends where it comes to a key that is not here (any
-- more): before what is left undone then come the news of it, and the note that it is unfinished.

-- Sessions.
local function session(id)
  local one = redis.call('HMGET', room .. 'session:' .. id,
    'user', 'created', 'auth', 'expires', 'ends', 'amr', 'jkt', 'proofs')
  one[8] = one[8] or ''
  if one[1] ~= me or tonumber(one[4]) <= now then return nil end
  one[1] = id
  return one
end
local function keep(id, expires)
  local left = expires - now
  redis.call('PEXPIRE', room .. 'session:' .. id, left)
  redis.call('ZADD', index, expires, id)
  if redis.call('PTTL', index) < left then redis.call('PEXPIRE', index, left) end
end
-- It has proven an identity, which renews what it knows of others only where it is no new one.
local function prove(id, one, identity, verified, amr, renews)
  local proofs, proven, auth = '', tonumber(verified), tonumber(one[3])
  for name, time in string.gmatch(one[8], '([^\n]-) (%d+)\n') do
    if name == identity then proven = math.max(proven, tonumber(time))
    else proofs = proofs .. name .. ' ' .. time .. '\n' end
  end
  redis.call('HSET', room .. 'session:' .. id,
    'auth', whole(renews and math.max(auth, proven) or auth),
    'amr', bit.bor(tonumber(one[6]), tonumber(amr)),
    'proofs', proofs .. identity .. ' ' .. whole(proven) .. '\n')
  return session(id)
end
local function end_one(id)
  tell('ended ' .. id)
  redis.call('DEL', room .. 'session:' .. id)
  redis.call('ZREM', index, id)
end
local function end_all()
  local ended, all = {}, redis.call('ZRANGE', index, 0, -1, 'WITHSCORES')
  for at = 1, #all, 2 do
    if tonumber(all[at + 1]) > now then table.insert(ended, all[at]) end
  end
  if #ended > 0 then tell('ended ' .. table.concat(ended, ' ')) end
  for at = 1, #all, 2 do redis.call('DEL', room .. 'session:' .. all[at]) end
  redis.call('DEL', index)
  return ended
end

-- Identities.
local function identities()
  local list, fields, linked = {}, redis.call('HGETALL', user), {}
  for at = 1, #fields, 2 do
    local identity = string.match(fields[at], '^t:(.*)$')
    if identity then linked[identity] = fields[at + 1] end
  end
  for at = 1, #fields, 2 do
    local kind, key = string.match(fields[at], '^i:(%d+):(.*)$')
    if kind then
      local verified, details = string.match(fields[at + 1], '^%x+ (%d+) (.*)$')
      table.insert(list, {kind, key, verified, details, linked[kind .. ':' .. key] or '0'})
    end
  end
  return list
end
local function claim_of(identity)
  local held = redis.call('HGET', user, 'i:' .. identity)
  return held and string.match(held, '^%x+')
end
local function intent_of(identity)
  local claim, till = string.match(redis.call('HGET', user, 'n:' .. identity) or '', '^(%x+) (%d+)$')
  return claim and tonumber(till) > now and claim
end
-- As StepUp::ForChange() says it.
local function may_change(one, within)
  for identity, time in string.gmatch(one[8], '([^\n]-) (%d+)\n') do
    if now - tonumber(time) <= within and claim_of(identity) then return true end
  end
  return false
end
-- `linked`: of one that he has not yet.
local function hold(identity, claim, verified, details, linked)
  -- As MergeDetails() does it: what another source has said stays.
  local before = redis.call('HGET', user, 'i:' .. identity) or ''
  if before == '' then
    if linked == '0' then redis.call('HDEL', user, 't:' .. identity)
    else redis.call('HSET', user, 't:' .. identity, linked) end
  end
  verified = whole(math.max(tonumber(verified), tonumber(string.match(before, '^%x+ (%d+) ') or 0)))
  local merged = {}
  for line in string.gmatch(string.match(before, '^%x+ %d+ (.*)$') or '', '[^\n]+') do
    local source = string.sub(line, 1, 1)
    if source ~= '{' and not string.find('\n' .. details, '\n' .. source, 1, true) then
      table.insert(merged, line)
    end
  end
  table.insert(merged, details)
  details = table.concat(merged, '\n')
  redis.call('HSET', user, 'i:' .. identity, claim .. ' ' .. verified .. ' ' .. details)
  redis.call('HDEL', user, 'n:' .. identity)
end

-- What was noted for a while leaves.
local function tidy()
  local fields = redis.call('HGETALL', user)
  for at = 1, #fields, 2 do
    local till = string.match(fields[at], '^[nm]:') and string.match(fields[at + 1], '(%d+)$')
    if till and tonumber(till) <= now then redis.call('HDEL', user, fields[at]) end
  end
  redis.call('ZREMRANGEBYSCORE', index, '-inf', now - hour)
end

-- He ends. What other slots say of him is left to be done.
local function leave(target)
  redis.call('ZADD', unfinished, now, me)
  local ended = end_all()
  local kept = {'gone', target}
  local fields = redis.call('HGETALL', user)
  for at = 1, #fields, 2 do
    local kind, identity = string.match(fields[at], '^([inr]):(.*)$')
    if kind then
      local moves = kind == 'i' and target ~= ''
      table.insert(kept, (moves and 'w:' or 'r:') .. identity)
      table.insert(kept, moves and fields[at + 1] or string.match(fields[at + 1], '^%x+'))
    end
  end
  redis.call('DEL', user)
  redis.call('HSET', user, unpack(kept))
  return ended
end
)lua";

}  // namespace

valkey::Script TimedScript(std::string_view lua) {
  return valkey::Script(std::string(kClock).append(lua));
}

valkey::Script UserScript(std::string_view lua) {
  return valkey::Script(std::string(kClock).append(kUser).append(lua));
}

}  // namespace prichal::auth

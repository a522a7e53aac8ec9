#include "auth/valkey/scripts.h"

#include <string>
#include <string_view>

#include "auth/valkey/user_script.h"

namespace prichal::auth {
namespace {

constexpr std::string_view kUse = R"lua(
local now = tonumber(ARGV[1])
local expires, jkt = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (.*)$')
if expires and tonumber(expires) > now then return {0, jkt} end
redis.call('SET', KEYS[1], ARGV[2] .. ' ' .. ARGV[3], 'PX', ARGV[4])
return {1, ARGV[3]}
)lua";

constexpr std::string_view kClaim = R"lua(
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])
)lua";

constexpr std::string_view kMove = R"lua(
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2]) end
return 1
)lua";

constexpr std::string_view kLead = R"lua(
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
)lua";

constexpr std::string_view kBegin = R"lua(
local identity, claim, id = ARGV[2], ARGV[3], ARGV[6]
local idle, absolute = tonumber(ARGV[10]), tonumber(ARGV[11])
local known = redis.call('HMGET', user, 'gone', 'created')
if known[1] then return {'gone'} end
local held = claim_of(identity)
if known[2] and held ~= claim and intent_of(identity) ~= claim then return {'lost'} end
if known[2] then tidy() else redis.call('HSET', user, 'created', whole(now)) end
hold(identity, claim, ARGV[4], ARGV[5], known[2] and whole(now) or '0')
-- Whoever began to link it has not come to the end.
if known[2] and held ~= claim then tell('changed ' .. me) end
local expires = now + math.min(idle, absolute)
redis.call('HSET', room .. 'session:' .. id, 'user', me, 'created', whole(now), 'auth', ARGV[4],
  'proofs', identity .. ' ' .. ARGV[4] .. '\n', 'expires', whole(expires), 'ends', whole(now + absolute), 'amr', ARGV[7], 'jkt', ARGV[8],
  'generation', 0, 'refresh', ARGV[9], 'renewed', whole(now), 'sealed', '')
keep(id, expires)
return {'in', known[2] and 0 or 1, session(id), identities()}
)lua";

constexpr std::string_view kFind = R"lua(
local one = session(ARGV[2])
if not one then return {} end
-- Its refresh token of now, where it is sought by one.
if ARGV[3] and redis.call('HGET', room .. 'session:' .. ARGV[2], 'refresh') ~= ARGV[3] then return {} end
return {one, identities()}
)lua";

constexpr std::string_view kRenew = R"lua(
local id, generation = ARGV[2], tonumber(ARGV[3])
local one = session(id)
if not one then return {'none'} end
if one[7] ~= '' and one[7] ~= ARGV[7] then return {'key', one} end
local name = room .. 'session:' .. id
local kept = redis.call('HMGET', name, 'generation', 'refresh', 'renewed', 'sealed')
local current = tonumber(kept[1])
if generation == current and kept[2] == ARGV[4] then
  local expires = math.min(tonumber(one[5]), now + ARGV[8])
  redis.call('HSET', name, 'generation', current + 1, 'refresh', ARGV[5], 'renewed', whole(now),
    'sealed', ARGV[6], 'expires', whole(expires))
  keep(id, expires)
  return {'renewed', session(id), identities()}
end
local grace = tonumber(ARGV[9])
if grace > 0 and generation + 1 == current and now - kept[3] <= grace then
  return {'repeated', one, identities(), kept[4]}
end
end_one(id)
return {'reused', one}
)lua";

constexpr std::string_view kSessions = R"lua(
local list = {}
for _, id in ipairs(redis.call('ZRANGE', index, 0, -1)) do
  local one = session(id)
  if one then table.insert(list, one) end
end
return list
)lua";

constexpr std::string_view kEnd = R"lua(
if not session(ARGV[2]) then return 0 end
end_one(ARGV[2])
return 1
)lua";

constexpr std::string_view kEndAll = "return end_all()";

constexpr std::string_view kPrepare = R"lua(
local id, identity = ARGV[2], ARGV[3]
local one = session(id)
if not one then return {'none'} end
local held = claim_of(identity)
if held then
  hold(identity, held, ARGV[5], ARGV[6])
  return {'linked', prove(id, one, identity, ARGV[5], ARGV[7], ARGV[9] == '1'), identities()}
end
if not may_change(one, tonumber(ARGV[8])) then
  return {'step_up', one, identities()}
end
tidy()
local claim = intent_of(identity) or ARGV[4]
redis.call('HSET', user, 'n:' .. identity, claim .. ' ' .. whole(now + hour))
return {'intent', claim}
)lua";

constexpr std::string_view kLink = R"lua(
local id, identity, claim = ARGV[2], ARGV[3], ARGV[4]
local one = session(id)
if not one then
  if intent_of(identity) == claim then redis.call('HDEL', user, 'n:' .. identity) end
  return {'none'}
end
local held = claim_of(identity)
if held ~= claim and intent_of(identity) ~= claim then return {'lost'} end
hold(identity, claim, ARGV[5], ARGV[6], whole(now))
if held ~= claim then tell('changed ' .. me) end
return {'linked', prove(id, one, identity, ARGV[5], ARGV[7], false), identities()}
)lua";

constexpr std::string_view kHolds = R"lua(
local identity, claim = ARGV[2], ARGV[3]
local known = redis.call('HMGET', user, 'gone', 'created')
if known[1] then return 'gone' end
if not known[2] then
  -- Who is about to make him comes too late.
  redis.call('HSET', user, 'gone', '')
  redis.call('PEXPIRE', user, hour)
  return 'lost'
end
if claim_of(identity) == claim then
  local linked = tonumber(redis.call('HGET', user, 't:' .. identity) or 0)
  for _, other in ipairs(identities()) do
    if tonumber(other[5]) < linked then return {'held', 0} end
  end
  return {'held', 1}
end
if intent_of(identity) ~= claim then return 'lost' end
hold(identity, claim, ARGV[4], ARGV[5], whole(now))
tell('changed ' .. me)
return {'held', 0}
)lua";

constexpr std::string_view kOwns = R"lua(
if redis.call('HEXISTS', user, 'gone') == 1 then return 'gone' end
local held = claim_of(ARGV[2]) == ARGV[3] or intent_of(ARGV[2]) == ARGV[3]
return held and 'held' or 'lost'
)lua";

// Half of the minute is for clocks of masters that differ.
constexpr std::string_view kExpect = R"lua(
if not session(ARGV[2]) then return '0' end
redis.call('HSET', user, 'merging', whole(now + 60000))
return whole(now + 30000)
)lua";

constexpr std::string_view kBecome = R"lua(
local known = redis.call('HMGET', user, 'gone', 'merging')
if known[1] then return {'gone'} end
if claim_of(ARGV[3]) ~= ARGV[4] then return {'lost'} end
if now > tonumber(ARGV[5]) or tonumber(known[2] or 0) > now then return {'busy'} end
return {'ended', leave(ARGV[2])}
)lua";

constexpr std::string_view kReceive = R"lua(
local known = redis.call('HMGET', user, 'gone', 'created', 'm:' .. ARGV[2])
if known[1] or not known[2] then return {'gone', known[1] or ''} end
-- What has been unlinked since does not come back with somebody who repeats this.
if known[3] then return {'received'} end
for at = 3, #ARGV, 4 do
  hold(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], whole(now))
end
redis.call('HSET', user, 'm:' .. ARGV[2], whole(now + hour))
tell('changed ' .. me)
return {'received'}
)lua";

constexpr std::string_view kUnlink = R"lua(
local claim = claim_of(ARGV[2])
if not claim then return {'unknown'} end
-- Without any he could never sign in again.
if #identities() < 2 then return {'last'} end
redis.call('ZADD', unfinished, now, me)
tell('changed ' .. me)
redis.call('HDEL', user, 'i:' .. ARGV[2], 't:' .. ARGV[2])
redis.call('HSET', user, 'r:' .. ARGV[2], claim)
return {'unlinked', claim}
)lua";

constexpr std::string_view kForget = R"lua(
if redis.call('HEXISTS', user, 'created') == 0 then return {} end
return leave('')
)lua";

constexpr std::string_view kWork = R"lua(
local gives, releases = {}, {}
local fields = redis.call('HGETALL', user)
local gone = redis.call('HGET', user, 'gone')
for at = 1, #fields, 2 do
  local kind, identity = string.match(fields[at], '^([wr]):(.*)$')
  if kind == 'w' then
    table.insert(gives, identity)
    for _, part in ipairs({string.match(fields[at + 1], '^(%x+) (%d+) (.*)$')}) do
      table.insert(gives, part)
    end
  elseif kind == 'r' then
    table.insert(releases, identity)
    table.insert(releases, fields[at + 1])
  end
end
return {gone and 1 or 0, gone or '', gives, releases}
)lua";

constexpr std::string_view kFinish = R"lua(
for at = 2, #ARGV, 2 do
  local claim = string.match(redis.call('HGET', user, ARGV[at]) or '', '^%x+')
  if claim == ARGV[at + 1] then redis.call('HDEL', user, ARGV[at]) end
end
for _, field in ipairs(redis.call('HKEYS', user)) do
  if string.match(field, '^[wr]:') then return 0 end
end
redis.call('ZREM', unfinished, me)
-- Who still comes with a claim to him is told that he has ended.
if redis.call('HEXISTS', user, 'gone') == 1 then redis.call('PEXPIRE', user, hour) end
return 1
)lua";

constexpr std::string_view kUnfinished = R"lua(
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2], 'LIMIT', 0, ARGV[3])
)lua";

valkey::Script Plain(std::string_view lua) { return valkey::Script(std::string(lua)); }

}  // namespace

LedgerScripts::LedgerScripts()
    : use(Plain(kUse)),
      claim(Plain(kClaim)),
      move(Plain(kMove)),
      lead(Plain(kLead)),
      begin(UserScript(kBegin)),
      find(UserScript(kFind)),
      renew(UserScript(kRenew)),
      sessions(UserScript(kSessions)),
      end(UserScript(kEnd)),
      end_all(UserScript(kEndAll)),
      prepare(UserScript(kPrepare)),
      link(UserScript(kLink)),
      holds(UserScript(kHolds)),
      owns(UserScript(kOwns)),
      expect(UserScript(kExpect)),
      become(UserScript(kBecome)),
      receive(UserScript(kReceive)),
      unlink(UserScript(kUnlink)),
      forget(UserScript(kForget)),
      work(UserScript(kWork)),
      finish(UserScript(kFinish)),
      unfinished(TimedScript(kUnfinished)) {}

}  // namespace prichal::auth

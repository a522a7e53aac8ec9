-- The steps of the ledger on one user. Each step is atomic, except while a slot moves (see below).
--
--   EVALSHA <sha> 1 prichal:auth:{3f}:user:u_… STEP TIME ARGUMENT…
--
-- STEP is the name of a function of `steps` below, TIME is Unix time in milliseconds. If TIME is
-- empty, the server's clock is used. The user's sessions and channel are in the same slot as the
-- user.
--
-- A user is a hash:
--
--   created               time at which the user was created
--   identity:<identity>   an identity of the user: `<claim> <proven> <linked> <details>`. `proven`
--                         is the time of the latest proof. `linked` is the time of the link, or 0
--                         if the user was created with the identity. `details` is a JSON object:
--                         for each source, the JSON object from that source, as text
--   linking:<identity>    a pending link of an identity: `<claim> <expiry>`
--   merging               another user is about to be merged into this one: time until which this
--                         one must not be merged itself
--   merged:<user>         a user that was merged into this one: expiry of this record
--   gone                  the user was merged or deleted: ID of the other user, or empty
--   giving:<identity>     of a merged user: an identity that must still move to the other user, in
--                         the form of `identity:`
--   releasing:<identity>  an unlinked identity that must still be released: `<claim>`
--
-- An identity, such as `1:42`, also has a key of its own (key_steps.lua), which names a user and a
-- claim. It belongs to that user if `identity:` in the user's hash has the same claim. A claim is
-- never used twice, so a late step cannot take an identity that another user has claimed meanwhile.
--
-- While a slot moves to another server, a script ends at the first key that has moved. So a step
-- that ends sessions, or that leaves work for other slots, publishes and records that first.

local user = KEYS[1]
local room, me = string.match(user, '^(.-}:)user:(.*)$')
local index, unfinished, news = room .. 'sessions:' .. me, room .. 'unfinished', room .. 'news'
local hour = 3600000

local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local function integer(number) return string.format('%.0f', number) end
local function publish(words) redis.call('SPUBLISH', news, words) end
local function session_key(id) return room .. 'session:' .. id end

-- Sessions ----------------------------------------------------------------------------------------

-- Returns a session of this user as steps reply it: {id, created, auth, expires, ends, amr, jkt,
-- proofs}. nil if it has ended or expired.
local function read_session(id)
  local session = redis.call('HMGET', session_key(id),
    'user', 'created', 'auth', 'expires', 'ends', 'amr', 'jkt', 'proofs')
  if session[1] ~= me or tonumber(session[4]) <= now then return nil end
  session[1] = id
  return session
end

local function set_expiry(id, expires)
  local left = expires - now
  redis.call('PEXPIRE', session_key(id), left)
  redis.call('ZADD', index, expires, id)
  if redis.call('PTTL', index) < left then redis.call('PEXPIRE', index, left) end
end

-- Adds the proof of an identity to a session and returns the session. If `renews`, the user had the
-- identity before, so the proof counts for the session's auth_time.
local function add_proof(session, identity, verified, amr, renews)
  local id, proofs, proven, auth = session[1], '', tonumber(verified), tonumber(session[3])
  for name, time in string.gmatch(session[8], '([^\n]-) (%d+)\n') do
    if name == identity then
      proven = math.max(proven, tonumber(time))
    else
      proofs = proofs .. name .. ' ' .. time .. '\n'
    end
  end
  redis.call('HSET', session_key(id),
    'auth', integer(renews and math.max(auth, proven) or auth),
    'amr', bit.bor(tonumber(session[6]), tonumber(amr)),
    'proofs', proofs .. identity .. ' ' .. integer(proven) .. '\n')
  return read_session(id)
end

local function end_session(id)
  publish('ended ' .. id)
  redis.call('DEL', session_key(id))
  redis.call('ZREM', index, id)
end

-- Ends all sessions. Returns the IDs of those that had not expired.
local function end_sessions()
  local ended, all = {}, redis.call('ZRANGE', index, 0, -1, 'WITHSCORES')
  for at = 1, #all, 2 do
    if tonumber(all[at + 1]) > now then table.insert(ended, all[at]) end
  end
  if #ended > 0 then publish('ended ' .. table.concat(ended, ' ')) end
  for at = 1, #all, 2 do redis.call('DEL', session_key(all[at])) end
  redis.call('DEL', index)
  return ended
end

-- Identities --------------------------------------------------------------------------------------

local record_pattern = '^(%x+) (%d+) (%d+) (.*)$'

-- Returns claim, time of the latest proof, time of the link and details. nil if the user does not
-- have the identity.
local function read_identity(identity)
  return string.match(redis.call('HGET', user, 'identity:' .. identity) or '', record_pattern)
end

-- Returns all identities as steps reply them: {kind, key, verified, linked, details} each.
local function read_identities()
  local list, fields = {}, redis.call('HGETALL', user)
  for at = 1, #fields, 2 do
    local kind, key = string.match(fields[at], '^identity:(%d+):(.*)$')
    if kind then
      local _, verified, linked, details = string.match(fields[at + 1], record_pattern)
      table.insert(list, {kind, key, verified, linked, details})
    end
  end
  return list
end

-- Returns the claim of a pending link of the identity. Falsy if there is none, or if it has
-- expired.
local function pending_claim(identity)
  local link = redis.call('HGET', user, 'linking:' .. identity) or ''
  local claim, till = string.match(link, '^(%x+) (%d+)$')
  return claim and tonumber(till) > now and claim
end

-- Stores a proven identity. The details of its source are replaced; those of other sources stay.
-- `linked`: the time of the link if the identity is new.
local function write_identity(identity, claim, verified, details, linked)
  local _, verified_before, linked_before, details_before = read_identity(identity)
  local proven = math.max(tonumber(verified), tonumber(verified_before or 0))
  local all = cjson.decode(details_before or '{}')
  for source, text in pairs(cjson.decode(details)) do all[source] = text end
  redis.call('HSET', user, 'identity:' .. identity, table.concat(
    {claim, integer(proven), linked_before or linked, cjson.encode(all)}, ' '))
  redis.call('HDEL', user, 'linking:' .. identity)
end

-- The rule of StepUp::ForChange() (signin/ledger/step_up.h).
local function has_fresh_proof(session, within)
  for identity, time in string.gmatch(session[8], '([^\n]-) (%d+)\n') do
    if now - tonumber(time) <= within and read_identity(identity) then return true end
  end
  return false
end

-- Removes expired `linking:` and `merged:` fields, and the index entries of expired sessions.
local function remove_expired()
  local fields = redis.call('HGETALL', user)
  for at = 1, #fields, 2 do
    local note = string.match(fields[at], '^linking:') or string.match(fields[at], '^merged:')
    local till = note and string.match(fields[at + 1], '(%d+)$')
    if till and tonumber(till) <= now then redis.call('HDEL', user, fields[at]) end
  end
  redis.call('ZREMRANGEBYSCORE', index, '-inf', now - hour)
end

-- Ends the user. Its identities become pending: to be moved to `target`, or released if that is
-- empty. Returns the IDs of the sessions that ended.
local function end_user(target)
  redis.call('ZADD', unfinished, now, me)
  local ended = end_sessions()
  local kept, fields = {'gone', target}, redis.call('HGETALL', user)
  for at = 1, #fields, 2 do
    local kind, identity = string.match(fields[at], '^(%a+):(.*)$')
    if kind == 'identity' and target ~= '' then
      table.insert(kept, 'giving:' .. identity)
      table.insert(kept, fields[at + 1])
    elseif kind == 'identity' or kind == 'linking' or kind == 'releasing' then
      table.insert(kept, 'releasing:' .. identity)
      table.insert(kept, string.match(fields[at + 1], '^%x+'))
    end
  end
  redis.call('DEL', user)
  redis.call('HSET', user, unpack(kept))
  return ended
end

-- Steps of sessions -------------------------------------------------------------------------------

local steps = {}

-- Creates the user if there is none, and begins a session. Replies {"in", 1 if the user is new,
-- session, identities}, {"lost"} if the claim no longer belongs to the user, or {"gone"}.
function steps.begin_session(identity, claim, verified, details, id, amr, jkt, refresh, idle, absolute)
  local gone, created = unpack(redis.call('HMGET', user, 'gone', 'created'))
  if gone then return {'gone'} end
  local held = read_identity(identity)
  if created and held ~= claim and pending_claim(identity) ~= claim then return {'lost'} end
  if created then remove_expired() else redis.call('HSET', user, 'created', integer(now)) end
  write_identity(identity, claim, verified, details, created and integer(now) or '0')
  -- The instance that started this link has not completed it.
  if created and held ~= claim then publish('changed ' .. me) end
  local expires = now + math.min(tonumber(idle), tonumber(absolute))
  redis.call('HSET', session_key(id), 'user', me, 'created', integer(now), 'auth', verified,
    'proofs', identity .. ' ' .. verified .. '\n', 'expires', integer(expires),
    'ends', integer(now + absolute), 'amr', amr, 'jkt', jkt, 'generation', 0, 'refresh', refresh,
    'renewed', integer(now), 'sealed', '')
  set_expiry(id, expires)
  return {'in', created and 0 or 1, read_session(id), read_identities()}
end

-- Replies {session, identities}, or {} if there is none. `refresh`: the hash of a refresh token,
-- which must be the session's current one.
function steps.find_session(id, refresh)
  local session = read_session(id)
  if not session then return {} end
  if refresh and redis.call('HGET', session_key(id), 'refresh') ~= refresh then return {} end
  return {session, read_identities()}
end

-- Exchanges a refresh token. `presented` and `successor` are hashes of tokens, `sealed` is the
-- successor, encrypted for clients that have the token before it. Replies {"renewed", session,
-- identities}, {"repeated", session, identities, sealed}, {"reused", session}, {"key", session} or
-- {"none"}.
function steps.renew_session(id, generation, presented, successor, sealed, jkt, idle, grace)
  generation, grace = tonumber(generation), tonumber(grace)
  local session = read_session(id)
  if not session then return {'none'} end
  if session[7] ~= '' and session[7] ~= jkt then return {'key', session} end
  local kept = redis.call('HMGET', session_key(id), 'generation', 'refresh', 'renewed', 'sealed')
  local current = tonumber(kept[1])
  if generation == current and kept[2] == presented then
    local expires = math.min(tonumber(session[5]), now + idle)
    redis.call('HSET', session_key(id), 'generation', current + 1, 'refresh', successor,
      'renewed', integer(now), 'sealed', sealed, 'expires', integer(expires))
    set_expiry(id, expires)
    return {'renewed', read_session(id), read_identities()}
  end
  if grace > 0 and generation + 1 == current and now - kept[3] <= grace then
    return {'repeated', session, read_identities(), kept[4]}
  end
  end_session(id)
  return {'reused', session}
end

-- Replies the sessions that have not expired.
function steps.list_sessions()
  local list = {}
  for _, id in ipairs(redis.call('ZRANGE', index, 0, -1)) do
    local session = read_session(id)
    if session then table.insert(list, session) end
  end
  return list
end

-- Replies 1 if there was such a session.
function steps.end_session(id)
  if not read_session(id) then return 0 end
  end_session(id)
  return 1
end

-- Replies the ids of the sessions that ended.
function steps.end_sessions() return end_sessions() end

-- Steps of identities -----------------------------------------------------------------------------

-- Begins to link an identity. `new_claim` is used if no link of it is pending. `within`: the
-- largest age of a fresh proof. `renews`: "1" if the proof renews the session's auth_time. Replies
-- {"linked", session, identities} if the user has the identity already, {"intent", claim} if the
-- caller must make that claim now, {"step_up", session, identities} if the session has no fresh
-- proof, or {"none"} if there is no such session.
function steps.prepare_link(id, identity, new_claim, verified, details, amr, within, renews)
  local session = read_session(id)
  if not session then return {'none'} end
  local held = read_identity(identity)
  if held then
    write_identity(identity, held, verified, details)
    return {'linked', add_proof(session, identity, verified, amr, renews == '1'), read_identities()}
  end
  if not has_fresh_proof(session, tonumber(within)) then
    return {'step_up', session, read_identities()}
  end
  remove_expired()
  local claim = pending_claim(identity) or new_claim
  redis.call('HSET', user, 'linking:' .. identity, claim .. ' ' .. integer(now + hour))
  return {'intent', claim}
end

-- Links an identity after its claim was made. Replies {"linked", session, identities}, {"lost"} or
-- {"none"}.
function steps.complete_link(id, identity, claim, verified, details, amr)
  local session = read_session(id)
  if not session then
    if pending_claim(identity) == claim then redis.call('HDEL', user, 'linking:' .. identity) end
    return {'none'}
  end
  local held = read_identity(identity)
  if held ~= claim and pending_claim(identity) ~= claim then return {'lost'} end
  write_identity(identity, claim, verified, details, integer(now))
  if held ~= claim then publish('changed ' .. me) end
  return {'linked', add_proof(session, identity, verified, amr, false), read_identities()}
end

-- For the user that an identity's key names. Replies {"held", 1 if the user began with it}, "gone",
-- or "lost", after which the claim is always refused.
function steps.confirm_claim(identity, claim, verified, details)
  local gone, created = unpack(redis.call('HMGET', user, 'gone', 'created'))
  if gone then return 'gone' end
  if not created then
    -- Blocks an instance that is about to create the user.
    redis.call('HSET', user, 'gone', '')
    redis.call('PEXPIRE', user, hour)
    return 'lost'
  end
  local held, _, linked = read_identity(identity)
  if held == claim then
    for _, other in ipairs(read_identities()) do
      if tonumber(other[4]) < tonumber(linked) then return {'held', 0} end
    end
    return {'held', 1}
  end
  if pending_claim(identity) ~= claim then return 'lost' end
  write_identity(identity, claim, verified, details, integer(now))
  publish('changed ' .. me)
  return {'held', 0}
end

-- Like confirm_claim, but changes nothing. Replies "held", "gone" or "lost".
function steps.check_claim(identity, claim)
  if redis.call('HEXISTS', user, 'gone') == 1 then return 'gone' end
  local held = read_identity(identity) == claim or pending_claim(identity) == claim
  return held and 'held' or 'lost'
end

-- Replies the time, by this server's clock, until which another user may be merged into this one,
-- or "0" if there is no such session. It is 30 of the 60 seconds, because clocks of masters differ.
function steps.expect_merge(id)
  if not read_session(id) then return '0' end
  redis.call('HSET', user, 'merging', integer(now + 60000))
  return integer(now + 30000)
end

-- Merges this user into another. Replies {"ended", sessions}, {"lost"} or {"gone"}. Replies
-- {"busy"} if another user is being merged into this one, or if it is later than `till`.
function steps.merge_into(target, identity, claim, till)
  local gone, merging = unpack(redis.call('HMGET', user, 'gone', 'merging'))
  if gone then return {'gone'} end
  if read_identity(identity) ~= claim then return {'lost'} end
  if now > tonumber(till) or tonumber(merging or 0) > now then return {'busy'} end
  return {'ended', end_user(target)}
end

-- Gives this user the identities of a merged user. Arguments: the other user, then for each
-- identity its name, claim, time of the latest proof and details. Replies {"received"}, or {"gone",
-- the user into which this one was merged, or empty}.
function steps.receive_identities(other)
  local gone, created, merged = unpack(redis.call('HMGET', user, 'gone', 'created', 'merged:' .. other))
  if gone or not created then return {'gone', gone or ''} end
  -- A repeated step must not restore an identity that was unlinked meanwhile.
  if merged then return {'received'} end
  for at = 4, #ARGV, 4 do
    write_identity(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], integer(now))
  end
  redis.call('HSET', user, 'merged:' .. other, integer(now + hour))
  publish('changed ' .. me)
  return {'received'}
end

-- Replies {"unlinked", claim}, {"last"} or {"unknown"}.
function steps.unlink_identity(identity)
  local claim = read_identity(identity)
  if not claim then return {'unknown'} end
  -- Without any identity the user could never sign in again.
  if #read_identities() < 2 then return {'last'} end
  redis.call('ZADD', unfinished, now, me)
  publish('changed ' .. me)
  redis.call('HDEL', user, 'identity:' .. identity)
  redis.call('HSET', user, 'releasing:' .. identity, claim)
  return {'unlinked', claim}
end

-- Replies the ids of the sessions that ended.
function steps.forget_user()
  if redis.call('HEXISTS', user, 'created') == 0 then return {} end
  return end_user('')
end

-- Pending work in other slots ---------------------------------------------------------------------

-- Replies {1 if the user is gone, the user into whom it was merged, {identity, claim, verified,
-- details, …} to move, {identity, claim, …} to release}.
function steps.list_pending()
  local gives, releases = {}, {}
  local fields = redis.call('HGETALL', user)
  local gone = redis.call('HGET', user, 'gone')
  for at = 1, #fields, 2 do
    local kind, identity = string.match(fields[at], '^(%a+):(.*)$')
    if kind == 'giving' then
      local claim, verified, _, details = string.match(fields[at + 1], record_pattern)
      for _, part in ipairs({identity, claim, verified, details}) do table.insert(gives, part) end
    elseif kind == 'releasing' then
      table.insert(releases, identity)
      table.insert(releases, fields[at + 1])
    end
  end
  return {gone and 1 or 0, gone or '', gives, releases}
end

-- Removes completed work: pairs of a field (`giving:` or `releasing:`) and its claim. Replies 1 if
-- nothing is left.
function steps.remove_pending()
  for at = 3, #ARGV, 2 do
    local claim = string.match(redis.call('HGET', user, ARGV[at]) or '', '^%x+')
    if claim == ARGV[at + 1] then redis.call('HDEL', user, ARGV[at]) end
  end
  for _, field in ipairs(redis.call('HKEYS', user)) do
    if string.match(field, '^giving:') or string.match(field, '^releasing:') then return 0 end
  end
  redis.call('ZREM', unfinished, me)
  -- For an hour, instances that still have a claim to the user get "gone".
  if redis.call('HEXISTS', user, 'gone') == 1 then redis.call('PEXPIRE', user, hour) end
  return 1
end

return steps[ARGV[1]](unpack(ARGV, 3, 12))

-- The steps of the ledger on one key that is not a user's (signin/ledger/valkey/names.h).
--
--   EVALSHA <sha> 1 KEY STEP ARGUMENT…
--
-- STEP is the name of a function of `steps`.

local key = KEYS[1]
local steps = {}

-- Records the use of a challenge or another proof until it expires. `now` and `expires` are by the
-- instance's clock. `known`: the time in milliseconds for which the server remembers the use.
-- Replies {1 if this is the first use, thumbprint of the first use}.
function steps.use_once(now, expires, jkt, known)
  local first_expires, first_jkt = string.match(redis.call('GET', key) or '', '^(%d+) (.*)$')
  if first_expires and tonumber(first_expires) > tonumber(now) then return {0, first_jkt} end
  redis.call('SET', key, expires .. ' ' .. jkt, 'PX', known)
  return {1, jkt}
end

-- Claims an identity that has no holder. `holder`: `u_… <claim>`. Replies its holder.
function steps.claim_identity(holder)
  redis.call('SET', key, holder, 'NX')
  return redis.call('GET', key)
end

-- Moves an identity from one holder to another, or releases it if `to` is empty. Replies 1 if
-- `from` was the holder.
function steps.move_identity(from, to)
  if redis.call('GET', key) ~= from then return 0 end
  if to == '' then redis.call('DEL', key) else redis.call('SET', key, to) end
  return 1
end

-- Records the user of a session for `lifetime` milliseconds.
function steps.set_session_user(user, lifetime)
  redis.call('SET', key, user, 'PX', lifetime)
  return 1
end

-- Replies at most `most` users of a partition that have been unfinished for `since` milliseconds.
function steps.list_unfinished(since, most)
  local time = redis.call('TIME')
  local before = time[1] * 1000 + math.floor(time[2] / 1000) - since
  return redis.call('ZRANGEBYSCORE', key, '-inf', before, 'LIMIT', 0, most)
end

return steps[ARGV[1]](unpack(ARGV, 2))

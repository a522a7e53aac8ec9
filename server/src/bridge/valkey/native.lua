-- What the servers run for one mailbox. Each call happens as a whole or not at all. The server appends
-- the call of one function: such as `return publish()` (native_schema.cpp).
--
--   KEYS[1]  stream: the messages, `<event id>-0` with one field: `d` or, with ttl 0, `o`. Its name is
--            also the channel
--   KEYS[2]  sorted set by expiry: `<event id>:<address>:<sender>:<cost>:<fingerprint>`
--   KEYS[3]  hash: `last` (later ids are larger), `newest` (id of the newest message), `bytes`, `epoch`
--            (when the hash was made), `until` (when the last message expires), `full` (the sender for
--            whom it was last full), and the member of KEYS[2] by each fingerprint
--
-- The keys share a slot by their hash tag. What is known of the ids is kept for an hour longer than the
-- messages, so that ids keep growing if the clock is set back meanwhile.

-- luacheck: ignore 211/publish 211/read 211/record 211/check

local stream, index, meta = KEYS[1], KEYS[2], KEYS[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- Ids are multiples of 16, so that a stream has room for messages of several mailboxes with one id.
local clock = now * 2048 + math.floor(time[2] % 1000 / 8) * 16
local hour = 3600000

local function drop(members)
  local bytes = 0
  for first = 1, #members, 100 do
    local ids, gone, fingerprints = {}, {}, {}
    for at = first, math.min(first + 99, #members) do
      local id, cost, fingerprint = string.match(members[at], '^(%d+):%x+:%x+:(%d+):(.*)$')
      bytes = bytes + cost
      table.insert(ids, id .. '-0')
      table.insert(gone, members[at])
      if fingerprint ~= '' then table.insert(fingerprints, fingerprint) end
    end
    redis.call('XDEL', stream, unpack(ids))
    redis.call('ZREM', index, unpack(gone))
    if #fingerprints > 0 then redis.call('HDEL', meta, unpack(fingerprints)) end
  end
  if bytes > 0 then redis.call('HINCRBY', meta, 'bytes', -bytes) end
end

local function expire()
  local dropped = false
  repeat
    local members = redis.call('ZRANGEBYSCORE', index, '-inf', now, 'LIMIT', 0, 100)
    if #members > 0 then
      drop(members)
      dropped = true
    end
  until #members < 100
  return dropped
end

-- Stores a message and pushes it. ARGV: ttl in milliseconds, floor (the id is larger), fingerprint (or
-- empty), address, sender, cost, most messages, most bytes, data. Replies {0, id} if it was stored,
-- {1, id} if it had been stored before, or {2} if there is no room for this sender.
local function publish()
  local ttl, floor, fingerprint = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
  local address, sender, cost = ARGV[4], ARGV[5], tonumber(ARGV[6])
  local most, most_bytes, data = tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9]

  local function look()
    return redis.call('HMGET', meta, 'last', 'newest', 'bytes', 'epoch', 'until', 'full', fingerprint)
  end
  local known = look()
  -- Where there is no epoch there is nothing else.
  if known[4] and expire() then known = look() end
  local last, newest, bytes = tonumber(known[1] or 0), tonumber(known[2] or 0), tonumber(known[3] or 0)
  local epoch, till, full = known[4] or string.format('%d', clock), tonumber(known[5] or 0), known[6]

  -- With ttl 0 it is for streams that are open now: those that still catch up have half a minute.
  local expires = now + (ttl == 0 and 30000 or ttl)
  local longer = expires > till
  till = math.max(till, expires)
  local function keep()
    redis.call('PEXPIREAT', stream, till)
    redis.call('PEXPIREAT', index, till)
    redis.call('PEXPIREAT', meta, till + hour)
  end

  local before = fingerprint ~= '' and known[7]
  local score = before and redis.call('ZSCORE', index, before)
  if score then
    -- It lives as long as the one that has come again was to.
    if expires > tonumber(score) then
      redis.call('ZADD', index, expires, before)
      redis.call('HSET', meta, 'until', till)
      keep()
    end
    return {1, tonumber(string.match(before, '^%d+'))}
  end

  -- Who holds most gives way: of all addresses, and of the senders behind it. Some room to spare is
  -- made, because finding out looks at every message. The newcomer's sender never gives way to itself.
  local count = known[4] and redis.call('ZCARD', index) or 0
  local function room()
    if count < most and bytes + cost <= most_bytes then return true end
    local state = string.format('%s:%s:%d:%d', address, sender, count, bytes)
    if full == state then return false end
    local place = most_bytes / most
    local by_address, by_sender, messages = {}, {}, {}
    local function hold(of, key, amount) of[key] = (of[key] or 0) + amount end
    for _, member in ipairs(redis.call('ZRANGE', index, 0, -1)) do
      local id, from, name, size = string.match(member, '^(%d+):(%x+):(%x+):(%d+):')
      local key = from .. ':' .. name
      local held = math.max(tonumber(size), place)
      hold(by_address, from, held)
      hold(by_sender, key, held)
      messages[key] = messages[key] or {}
      table.insert(messages[key], {tonumber(id), member, tonumber(size), held, from})
    end
    for _, own in pairs(messages) do table.sort(own, function(a, b) return a[1] > b[1] end) end
    local me = address .. ':' .. sender
    hold(by_address, address, math.max(cost, place))
    hold(by_sender, me, math.max(cost, place))
    local function greediest()
      local from, name
      for key, held in pairs(by_address) do
        if not from or held > by_address[from] or held == by_address[from] and key < from then from = key end
      end
      for key, held in pairs(by_sender) do
        local behind = string.sub(key, 1, #from + 1) == from .. ':'
        if behind and (not name or held > by_sender[name] or held == by_sender[name] and key < name) then name = key end
      end
      return name
    end
    local going, n, b = {}, count + 1, bytes + cost
    while n + math.floor(most / 64) > most or b + math.floor(most_bytes / 64) > most_bytes do
      local name = greediest()
      local own = messages[name]
      if name == me or not own or #own == 0 then break end
      local oldest = table.remove(own)
      table.insert(going, oldest[2])
      n, b = n - 1, b - oldest[3]
      hold(by_address, oldest[5], -oldest[4])
      hold(by_sender, name, -oldest[4])
    end
    if n > most or b > most_bytes then
      redis.call('HSET', meta, 'full', state)
      return false
    end
    drop(going)
    bytes = b - cost
    longer = true  -- perhaps nothing is left, and then nothing has its time
    return true
  end
  if not room() then return {2} end

  -- Behind the clock it is some steps larger, so that a server which has forgotten an id in a failover
  -- hardly gives just that one again.
  local id = math.max(clock, (math.floor(math.max(last, floor) / 16) + 1 + time[2] % 61) * 16)
  if id > 9007199254740991 then return redis.error_reply('PRICHAL the event ids have come to their end') end
  local name = string.format('%d', id)
  redis.call('XADD', stream, name .. '-0', ttl == 0 and 'o' or 'd', data)
  local member = name .. ':' .. address .. ':' .. sender .. ':' .. string.format('%d', cost) .. ':' .. fingerprint
  redis.call('ZADD', index, expires, member)
  local fields = {'last', name, 'newest', name, 'bytes', bytes + cost, 'epoch', epoch, 'until', till}
  if fingerprint ~= '' then
    table.insert(fields, fingerprint)
    table.insert(fields, member)
  end
  redis.call('HSET', meta, unpack(fields))
  -- What was empty has no time yet.
  if longer or count == 0 then keep() end
  redis.call('SPUBLISH', stream, string.format('%s %d %s\n', name, newest, epoch) .. data)
  return {0, id}
end

-- Reads the messages after an id. ARGV: after, most messages, most bytes, raise (0, or an id: later ids
-- are larger). Replies {newest, past, milliseconds, epoch, more, id, field, data, …}: ids later than
-- `past` are larger, `milliseconds` is the server's clock.
local function read()
  local after, most, most_bytes, raise = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local last, newest, epoch, till = unpack(redis.call('HMGET', meta, 'last', 'newest', 'epoch', 'until'))
  last, newest, till = tonumber(last or 0), tonumber(newest or 0), tonumber(till or 0)
  -- A clock that is past it needs no note.
  if raise > last and clock <= raise then
    last = raise
    redis.call('HSET', meta, 'last', string.format('%d', last))
    redis.call('PEXPIREAT', meta, math.max(till, now) + hour)
  end
  local reply = {newest, math.max(last, clock - 1), now, epoch or '', 0}
  if newest <= after then return reply end
  expire()
  local bytes = 0
  local entries = redis.call('XRANGE', stream, string.format('(%d-0', after), '+', 'COUNT', most + 1)
  for at, entry in ipairs(entries) do
    if at > most or bytes >= most_bytes then
      reply[5] = 1
      break
    end
    table.insert(reply, (string.gsub(entry[1], '%-0$', '')))
    table.insert(reply, entry[2][1])
    table.insert(reply, entry[2][2])
    bytes = bytes + #entry[2][2]
  end
  return reply
end

-- Stores a page that has opened a stream, in the field `<address> <origin>` of the hash KEYS[1], with its
-- expiry in Unix milliseconds. The field `!` has the time until which an evicted page is missing. ARGV:
-- field, milliseconds.
local function record()
  local pages = KEYS[1]
  redis.call('HSET', pages, ARGV[1], now + ARGV[2])
  if redis.call('PTTL', pages) < tonumber(ARGV[2]) then redis.call('PEXPIRE', pages, ARGV[2]) end
  if redis.call('HLEN', pages) <= 17 then return 0 end
  local all = redis.call('HGETALL', pages)
  local oldest, first, count = nil, nil, 0
  for at = 1, #all, 2 do
    local until_ = tonumber(all[at + 1])
    if until_ <= now then
      redis.call('HDEL', pages, all[at])
    elseif all[at] ~= '!' then
      count = count + 1
      if not first or until_ < first then oldest, first = all[at], until_ end
    end
  end
  if count > 16 then
    redis.call('HDEL', pages, oldest)
    redis.call('HSET', pages, '!', first)
  end
  return 0
end

-- Checks a page. ARGV: address, origin. Replies Verdict as a number.
local function check()
  local verdict, missing = 3, false
  local all = redis.call('HGETALL', KEYS[1])
  for at = 1, #all, 2 do
    if tonumber(all[at + 1]) > now then
      if all[at] == '!' then
        missing = true
      elseif all[at] == ARGV[1] .. ' ' .. ARGV[2] then
        return 0
      elseif string.match(all[at], '^[^ ]* (.*)$') == ARGV[2] then
        verdict = 1
      else
        verdict = math.min(verdict, 2)
      end
    end
  end
  if verdict == 2 and missing then return 3 end
  return verdict
end

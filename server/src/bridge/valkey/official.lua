-- The same for the keys and channels of the official bridge, byte for byte
-- (docs/internals/decisions/0032-valkey-broker.md): `client:<id>` is a sorted set by expiry in Unix seconds, and a
-- channel, of {"EventId":<id>,"Message":"<base64 of the data>","To":"<id>"}. The other keys in its slot
-- are known only to our instances. The server appends the call of one function (official_schema.cpp).

-- luacheck: ignore 211/publish 211/read

-- KEYS: `client:<to>`, the last id, and the id by fingerprint. ARGV: ttl in seconds, floor, fingerprint
-- (or empty), most messages, base64, to. Replies as publish() of native.lua.
local function publish()
  local key, last_key, sent = KEYS[1], KEYS[2], KEYS[3]
  local ttl, floor, fingerprint = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
  local time = redis.call('TIME')
  local seconds = tonumber(time[1])
  local clock = (seconds * 1000 + math.floor(time[2] / 1000)) * 2048 + math.floor(time[2] % 1000 / 8) * 16

  -- Nobody's messages are cut short by those of another.
  local function keep()
    if redis.call('TTL', key) < ttl + 60 then redis.call('EXPIRE', key, ttl + 60) end
  end

  local known = fingerprint ~= '' and redis.call('GET', sent)
  if known then
    for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do
      if string.match(member, '^{"EventId":(%d+),') == known then
        if tonumber(redis.call('ZSCORE', key, member)) < seconds + ttl then
          redis.call('ZADD', key, seconds + ttl, member)
          redis.call('EXPIRE', sent, math.max(1, ttl))
          keep()
        end
        return {1, tonumber(known)}
      end
    end
  end
  redis.call('ZREMRANGEBYSCORE', key, '-inf', seconds)
  if redis.call('ZCARD', key) >= tonumber(ARGV[4]) then return {2} end

  -- In the smallest steps, so that a burst does not run ahead of the clock: with a cursor that is ahead
  -- an official instance gives nothing of what is sent meanwhile.
  local last = tonumber(redis.call('GET', last_key) or 0)
  local id = math.max(clock, (math.floor(math.max(last, floor) / 16) + 1) * 16)
  if id > 9007199254740991 then return redis.error_reply('PRICHAL the event ids have come to their end') end
  local name = string.format('%d', id)
  local payload = '{"EventId":' .. name .. ',"Message":"' .. ARGV[5] .. '","To":"' .. ARGV[6] .. '"}'
  if ttl > 0 then
    redis.call('ZADD', key, seconds + ttl, payload)
    keep()
    if fingerprint ~= '' then redis.call('SET', sent, name, 'EX', ttl) end
  end
  redis.call('SET', last_key, name, 'EX', 3600)
  redis.call('PUBLISH', key, payload)
  return {0, id}
end

-- KEYS: `client:<id>`, what was given. ARGV: after, most messages, most bytes. Replies
-- {more, {every id}, {id, id line, …}, {id, payload, …}}.
local function read()
  local key, given_key = KEYS[1], KEYS[2]
  local after, most, most_bytes = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', redis.call('TIME')[1])
  local messages, ids = {}, {}
  for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do
    local id = tonumber(string.match(member, '^{"EventId":(%d+),'))
    if id then table.insert(messages, {id, member}) end
  end
  table.sort(messages, function(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end)
  local page, bytes, more = {}, 0, 0
  for _, message in ipairs(messages) do
    table.insert(ids, message[1])
    if message[1] > after and more == 0 then
      if #page >= 2 * most or bytes >= most_bytes then
        more = 1
      else
        table.insert(page, message[1])
        table.insert(page, message[2])
        bytes = bytes + #message[2]
      end
    end
  end
  return {more, ids, redis.call('ZRANGE', given_key, 0, -1, 'WITHSCORES'), page}
end

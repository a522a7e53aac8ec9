#include "bridge/valkey/connects.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace prichal::bridge {
namespace {

/// Stores a page in the field `<address> <origin>` with its expiry in Unix milliseconds. The field
/// `!` has the time until which an evicted page is missing.
constexpr std::string_view kNote = R"lua(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], now + ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if redis.call('HLEN', KEYS[1]) <= 17 then return 0 end
local all = redis.call('HGETALL', KEYS[1])
local oldest, first, count = nil, nil, 0
for at = 1, #all, 2 do
  local until_ = tonumber(all[at + 1])
  if until_ <= now then
    redis.call('HDEL', KEYS[1], all[at])
  elseif all[at] ~= '!' then
    count = count + 1
    if not first or until_ < first then oldest, first = all[at], until_ end
  end
end
if count > 16 then
  redis.call('HDEL', KEYS[1], oldest)
  redis.call('HSET', KEYS[1], '!', first)
end
return 0
)lua";

/// Replies Verdict as a number.
constexpr std::string_view kCheck = R"lua(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
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
)lua";

std::string ConnectsKeyOf(const ClientId& id) {
  return fmt::format("prichal:{{{}}}:connects", id.text());
}

std::string FullKeyOf(const OpenedBy& opened) {
  return fmt::format("conn:full:{}:{}:{}", opened.id.text(), opened.address.ToText(),
                     QueryEscaped(opened.origin));
}
std::string IndexKeyOf(const ClientId& id) { return fmt::format("conn:idx:{}", id.text()); }

void Ignore(const valkey::Client::Answer& /*answer*/) {}

Verdict VerdictAmong(const std::vector<valkey::Reply>& names, std::string_view escaped_origin) {
  Verdict verdict = Verdict::kUnknown;
  for (const valkey::Reply& name : names) {
    // From the right: an IPv6 address contains colons, an escaped origin does not.
    const std::string_view text = name.text;
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) continue;
    if (text.substr(colon + 1) == escaped_origin) return Verdict::kWarning;
    verdict = Verdict::kDanger;
  }
  return verdict;
}

}  // namespace

std::string QueryEscaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-_.~").find(c) != std::string_view::npos;
    if (plain) {
      escaped += c;
    } else if (c == ' ') {
      escaped += '+';
    } else {
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return escaped;
}

NativeConnects::NativeConnects() : note_(std::string(kNote)), check_(std::string(kCheck)) {}

void NativeConnects::Record(valkey::Client& client, const OpenedBy& opened, Millis ttl) const {
  client.RunScript(note_, {ConnectsKeyOf(opened.id)},
                   {opened.address.ToText() + ' ' + opened.origin, std::to_string(ttl.count())},
                   valkey::Durability::kMaster, Ignore);
}

void NativeConnects::Check(valkey::Client& client, const OpenedBy& asked, Done done) const {
  client.RunScript(check_, {ConnectsKeyOf(asked.id)}, {asked.address.ToText(), asked.origin},
                   valkey::Durability::kMaster,
                   [done = std::move(done)](const valkey::Client::Answer& answer) mutable {
                     const bool known = answer && answer->integer >= 0 && answer->integer < 4;
                     done(known ? static_cast<Verdict>(answer->integer) : Verdict::kUnknown);
                   });
}

void OfficialConnects::Record(valkey::Client& client, const OpenedBy& opened, Millis ttl) const {
  const auto in_seconds = [](Millis time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count());
  };
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::string full = FullKeyOf(opened);
  const std::string index = IndexKeyOf(opened.id);
  client.Run(full,
             {"HSET", full, "user_agent", opened.user_agent, "created_at",
              in_seconds(std::chrono::duration_cast<Millis>(now))},
             Ignore);
  client.Run(full, {"EXPIRE", full, in_seconds(ttl)}, Ignore);
  client.Run(index, {"SADD", index, full}, Ignore);
  client.Run(index, {"EXPIRE", index, in_seconds(ttl)}, Ignore);
}

void OfficialConnects::Check(valkey::Client& client, const OpenedBy& asked, Done done) const {
  const std::string full = FullKeyOf(asked);
  client.Run(full, {"EXISTS", full},
             [&client, index = IndexKeyOf(asked.id), origin = QueryEscaped(asked.origin),
              done = std::move(done)](const valkey::Client::Answer& exists) mutable {
               if (!exists) return done(Verdict::kUnknown);
               if (exists->integer == 1) return done(Verdict::kOk);
               client.Run(index, {"SMEMBERS", index},
                          [origin = std::move(origin),
                           done = std::move(done)](const valkey::Client::Answer& names) mutable {
                            done(names ? VerdictAmong(names->items, origin) : Verdict::kUnknown);
                          });
             });
}

}  // namespace prichal::bridge

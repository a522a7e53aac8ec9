#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "base/base64.h"
#include "base/encoding.h"
#include "bridge/core/frames.h"
#include "bridge/core/mailbox.h"
#include "bridge/valkey/official.lua.h"
#include "bridge/valkey/schema.h"

namespace prichal::bridge {
namespace {

using valkey::Reply;

constexpr std::string_view kOfficialPrefix = "client:";
constexpr std::string_view kIdStart = "{\"EventId\":";
constexpr std::string_view kMessageStart = ",\"Message\":\"";
constexpr std::string_view kToStart = "\",\"To\":\"";
constexpr std::string_view kOfficialEnd = "\"}";
/// Time for which delivered messages are remembered: a client that reconnects does so within it.
constexpr std::string_view kGivenSeconds = "300";
constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL;

std::string OfficialKeyOf(const ClientId& id) {
  return std::string(kOfficialPrefix).append(id.text());
}
/// Returns a key of this server in the hash slot of the official key, which is its hash tag.
std::string Beside(const ClientId& id, std::string_view what) {
  return fmt::format("{{{}{}}}:{}", kOfficialPrefix, id.text(), what);
}

std::optional<std::string> DataIn(std::string_view base64) {
  std::string data(base64.size() / 4 * 3 + 3, '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  const int failed = sodium_base642bin(reinterpret_cast<unsigned char*>(data.data()), data.size(),
                                       base64.data(), base64.size(), nullptr, &size, &end, kBase64);
  if (failed != 0 || end != base64.data() + base64.size()) return std::nullopt;
  data.resize(size);
  return data;
}

std::string HexOf(const Fingerprint& fingerprint) {
  return HexEncode(BytesOf(fingerprint.bytes()));
}

bool Drop(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<KeptMessage> MessageIn(std::string_view payload) {
  std::int64_t event_id = 0;
  if (!Drop(payload, kIdStart)) return std::nullopt;
  const auto [stop, error] =
      std::from_chars(payload.data(), payload.data() + payload.size(), event_id);
  if (error != std::errc{} || event_id <= 0 || event_id > EventIds::kLargest) {
    return std::nullopt;
  }
  payload.remove_prefix(static_cast<std::size_t>(stop - payload.data()));
  if (!Drop(payload, kMessageStart)) return std::nullopt;
  const std::size_t to = payload.find(kToStart);
  if (to == std::string_view::npos || !payload.ends_with(kOfficialEnd)) return std::nullopt;
  const auto data = DataIn(payload.substr(0, to));
  auto frame = data ? FrameOf(event_id, *data) : std::nullopt;
  if (!frame) return std::nullopt;
  return KeptMessage{.event_id = event_id, .frame = Share(*std::move(frame))};
}

std::int64_t NumberIn(const Reply& reply) {
  if (reply.kind == Reply::Kind::kInteger) return reply.integer;
  std::int64_t number = 0;
  std::from_chars(reply.text.data(), reply.text.data() + reply.text.size(), number);
  return number;
}

std::optional<Page> OfficialPageIn(const Reply& reply) {
  if (reply.kind != Reply::Kind::kList || reply.items.size() != 4) return std::nullopt;
  Page page{.more = reply.items[0].integer != 0};
  for (const Reply& id : reply.items[1].items) page.present.push_back(NumberIn(id));
  const auto& given = reply.items[2].items;
  for (std::size_t i = 0; i + 1 < given.size(); i += 2) {
    page.given.emplace_back(NumberIn(given[i]), NumberIn(given[i + 1]));
  }
  if (!page.present.empty()) page.newest = page.present.back();
  const auto& messages = reply.items[3].items;
  for (std::size_t i = 0; i + 1 < messages.size(); i += 2) {
    page.read_to = NumberIn(messages[i]);
    if (auto message = MessageIn(messages[i + 1].text)) {
      page.messages.push_back(*std::move(message));
    }
  }
  return page;
}

std::string SecondsOf(Millis time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

/// Escapes a text as a query value (application/x-www-form-urlencoded).
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

std::string FullKeyOf(const OpenedBy& opened) {
  return fmt::format("conn:full:{}:{}:{}", opened.id.text(), opened.address.ToText(),
                     QueryEscaped(opened.origin));
}

std::string IndexKeyOf(const ClientId& id) { return fmt::format("conn:idx:{}", id.text()); }

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

/// Schema of official.lua.
class OfficialSchema final : public Schema {
 public:
  void Publish(valkey::Client& client, Publication publication, std::int64_t floor,
               const Bounds& mailbox, valkey::Durability durability,
               Published done) const override {
    const std::size_t cost = Mailbox::CostOf(SizeOfFrame(floor + 1, publication.envelope));
    if (cost > mailbox.bytes) return done(PublishResult::kTooLarge, 0);
    const ClientId& to = publication.to;
    const std::string fingerprint =
        publication.fingerprint.empty() ? std::string() : HexOf(FingerprintOf(publication));
    RunPublish(client,
               {publish_,
                {OfficialKeyOf(to), Beside(to, "last"), Beside(to, "sent:" + fingerprint)},
                {SecondsOf(publication.ttl), std::to_string(floor), fingerprint,
                 std::to_string(mailbox.messages),
                 Base64Encode(BytesOf(DataOf(publication.envelope))), std::string(to.text())}},
               durability, std::move(done));
  }

  void ReadPage(valkey::Client& client, const ClientId& id, const Range& range,
                Read done) const override {
    RunRead(client,
            {read_,
             {OfficialKeyOf(id), Beside(id, "given")},
             {std::to_string(range.after), std::to_string(range.most.messages),
              std::to_string(range.most.bytes)}},
            OfficialPageIn, std::move(done));
  }

  [[nodiscard]] std::string ChannelOf(const ClientId& id) const override {
    return OfficialKeyOf(id);
  }

  [[nodiscard]] std::optional<ClientId> IdOf(std::string_view channel) const override {
    if (!Drop(channel, kOfficialPrefix) || channel.size() != ClientId::kLength) return std::nullopt;
    const auto id = ClientId::Parse(channel);
    return id ? std::optional(*id) : std::nullopt;
  }

  [[nodiscard]] std::optional<Push> Parse(const ClientId& /*id*/,
                                          std::string_view payload) const override {
    auto message = MessageIn(payload);
    if (!message) return std::nullopt;
    return Push{.message = *std::move(message)};
  }

  [[nodiscard]] bool ordered() const override { return false; }

  void MarkDelivered(
      valkey::Client& client, const ClientId& id,
      const std::vector<std::pair<std::int64_t, std::int64_t>>& given) const override {
    const std::string key = Beside(id, "given");
    std::vector<std::string> command{"ZADD", key};
    for (const auto& [event_id, line] : given) {
      command.push_back(std::to_string(line));
      command.push_back(std::to_string(event_id));
    }
    client.Run(key, std::move(command), IgnoreAnswer);
    client.Run(key, {"EXPIRE", key, std::string(kGivenSeconds)}, IgnoreAnswer);
  }

  // A hash `conn:full:<id>:<ip>:<escaped origin>` per entry, and the set `conn:idx:<id>` of their
  // names.
  void RecordOpened(valkey::Client& client, const OpenedBy& opened, Millis ttl) const override {
    const std::string full = FullKeyOf(opened);
    const std::string index = IndexKeyOf(opened.id);
    client.Run(full,
               {"HSET", full, "user_agent", opened.user_agent, "created_at",
                SecondsOf(MachineClock().Now().unix_time)},
               IgnoreAnswer);
    client.Run(full, {"EXPIRE", full, SecondsOf(ttl)}, IgnoreAnswer);
    client.Run(index, {"SADD", index, full}, IgnoreAnswer);
    client.Run(index, {"EXPIRE", index, SecondsOf(ttl)}, IgnoreAnswer);
  }

  void CheckOpened(valkey::Client& client, const OpenedBy& asked,
                   UniqueFunction<void(Verdict)> done) const override {
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

 private:
  const valkey::Script publish_{std::string(kOfficialLua).append("return publish()")};
  const valkey::Script read_{std::string(kOfficialLua).append("return read()")};
};

}  // namespace

std::unique_ptr<const Schema> MakeOfficialSchema() { return std::make_unique<OfficialSchema>(); }

}  // namespace prichal::bridge

#include "bridge/valkey/official_schema.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "base/encoding.h"
#include "bridge/core/frames.h"
#include "bridge/core/mailbox.h"
#include "bridge/valkey/native_schema.h"
#include "bridge/valkey/official.lua.h"

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

std::string Base64Of(const std::string& data) {
  std::string text(sodium_base64_ENCODED_LEN(data.size(), kBase64), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(data.data()),
                    data.size(), kBase64);
  text.pop_back();  // its NUL
  return text;
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
  const std::string_view bytes = fingerprint.bytes();
  return HexEncode({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
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

}  // namespace

OfficialSchema::OfficialSchema() : publish_(OfficialPublishLua()), read_(OfficialReadLua()) {}

void OfficialSchema::Publish(valkey::Client& client, Publication publication, std::int64_t floor,
                             const Bounds& mailbox, valkey::Durability durability,
                             Published done) const {
  const std::size_t cost = Mailbox::CostOf(SizeOfFrame(floor + 1, publication.envelope));
  if (cost > mailbox.bytes) return done(PublishResult::kTooLarge, 0);
  const ClientId& to = publication.to;
  const std::string fingerprint =
      publication.fingerprint.empty() ? std::string() : HexOf(FingerprintOf(publication));
  client.RunScript(
      publish_, {OfficialKeyOf(to), Beside(to, "last"), Beside(to, "sent:" + fingerprint)},
      {std::to_string(std::chrono::duration_cast<std::chrono::seconds>(publication.ttl).count()),
       std::to_string(floor), fingerprint, std::to_string(mailbox.messages),
       Base64Of(DataOf(publication.envelope)), std::string(to.text())},
      durability, [done = std::move(done)](valkey::Client::Answer answer) mutable {
        AnswerPublished(std::move(answer), std::move(done));
      });
}

void OfficialSchema::ReadPage(valkey::Client& client, const ClientId& id, const Range& range,
                              Read done) const {
  client.RunScript(read_, {OfficialKeyOf(id), Beside(id, "given")},
                   {std::to_string(range.after), std::to_string(range.most.messages),
                    std::to_string(range.most.bytes)},
                   valkey::Durability::kMaster,
                   [done = std::move(done)](valkey::Client::Answer answer) mutable {
                     if (!answer) return done(Fail(std::move(answer.error())));
                     auto page = OfficialPageIn(*answer);
                     if (page) return done(*std::move(page));
                     done(Fail(valkey::Error{.kind = valkey::Error::Kind::kRefused,
                                             .message = "malformed page of a mailbox"}));
                   });
}

std::string OfficialSchema::ChannelOf(const ClientId& id) const { return OfficialKeyOf(id); }

std::optional<ClientId> OfficialSchema::IdOf(std::string_view channel) const {
  if (!Drop(channel, kOfficialPrefix) || channel.size() != ClientId::kLength) return std::nullopt;
  const auto id = ClientId::Parse(channel);
  return id ? std::optional(*id) : std::nullopt;
}

std::optional<Push> OfficialSchema::Parse(const ClientId& /*id*/, std::string_view payload) const {
  auto message = MessageIn(payload);
  if (!message) return std::nullopt;
  return Push{.message = *std::move(message)};
}

void OfficialSchema::MarkDelivered(
    valkey::Client& client, const ClientId& id,
    const std::vector<std::pair<std::int64_t, std::int64_t>>& given) const {
  const std::string key = Beside(id, "given");
  std::vector<std::string> command{"ZADD", key};
  for (const auto& [event_id, line] : given) {
    command.push_back(std::to_string(line));
    command.push_back(std::to_string(event_id));
  }
  client.Run(key, std::move(command), [](const valkey::Client::Answer& /*answer*/) {});
  client.Run(key, {"EXPIRE", key, std::string(kGivenSeconds)},
             [](const valkey::Client::Answer& /*answer*/) {});
}

std::string OfficialPublishLua() { return std::string(kOfficialLua).append("return publish()"); }

std::string OfficialReadLua() { return std::string(kOfficialLua).append("return read()"); }

}  // namespace prichal::bridge

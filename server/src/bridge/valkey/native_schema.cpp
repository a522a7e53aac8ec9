#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/encoding.h"
#include "bridge/core/frames.h"
#include "bridge/core/mailbox.h"
#include "bridge/valkey/native.lua.h"
#include "bridge/valkey/schema.h"

namespace prichal::bridge {
namespace {

constexpr std::string_view kNativePrefix = "prichal:{";
constexpr std::string_view kNativeEnd = "}";
/// Parts of a reply to read() before the messages.
constexpr std::size_t kPageHead = 5;
constexpr std::size_t kMessageParts = 3;

std::vector<std::string> KeysOf(const ClientId& id) {
  const std::string stream = fmt::format("{}{}{}", kNativePrefix, id.text(), kNativeEnd);
  return {stream, stream + ":index", stream + ":meta"};
}

/// Removes a number and the following `end` from the front of the text, and returns the number.
std::optional<std::int64_t> TakeNumber(std::string_view& text, char end) {
  std::int64_t number = 0;
  const char* last = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc{} || stop == last || *stop != end) return std::nullopt;
  if (number < 0 || number > EventIds::kLargest) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
  return number;
}

std::optional<Page> NativePageIn(const valkey::Reply& reply) {
  const auto& items = reply.items;
  if (reply.kind != valkey::Reply::Kind::kList || items.size() < kPageHead) return std::nullopt;
  Page page{.more = items[4].integer != 0,
            .newest = items[0].integer,
            .past = items[1].integer,
            .epoch = items[3].text};
  const std::int64_t now = items[2].integer;
  for (std::size_t i = kPageHead; i + kMessageParts <= items.size(); i += kMessageParts) {
    const auto event_id = ParseNumber<std::int64_t>(items[i].text);
    if (event_id) page.read_to = *event_id;
    auto frame = event_id ? FrameOf(*event_id, items[i + 2].text) : std::nullopt;
    // Not written by a bridge: not delivered.
    if (!frame) continue;
    const Millis age = std::max(Millis(0), Millis(now) - EventIds::TimeOf(*event_id));
    page.messages.push_back({.event_id = *event_id,
                             .frame = Share(*std::move(frame)),
                             .only_open = items[i + 1].text == "o",
                             .age = age});
  }
  return page;
}

std::string OpenedKeyOf(const ClientId& id) {
  return fmt::format("prichal:{{{}}}:connects", id.text());
}

PublishResult ResultOf(const valkey::Error& error) {
  // The server has no memory left, and its policy is not to evict (noeviction).
  const bool full = error.kind == valkey::Error::Kind::kRefused && error.message.starts_with("OOM");
  return full ? PublishResult::kTotalFull : PublishResult::kStoreFailed;
}

/// Schema of native.lua.
class NativeSchema final : public Schema {
 public:
  void Publish(valkey::Client& client, Publication publication, std::int64_t floor,
               const Bounds& mailbox, valkey::Durability durability,
               Published done) const override {
    std::string data = DataOf(publication.envelope);
    const std::size_t cost = Mailbox::CostOf(SizeOfFrame(floor + 1, publication.envelope));
    if (cost > mailbox.bytes) return done(PublishResult::kTooLarge, 0);
    const bool may_repeat = !publication.fingerprint.empty();
    RunPublish(client,
               {publish_,
                KeysOf(publication.to),
                {std::to_string(publication.ttl.count()), std::to_string(floor),
                 may_repeat ? std::string(FingerprintOf(publication).bytes()) : std::string(),
                 fmt::format("{:x}", publication.sender.address),
                 fmt::format("{:x}", publication.sender.id), std::to_string(cost),
                 std::to_string(mailbox.messages), std::to_string(mailbox.bytes), std::move(data)}},
               durability, std::move(done));
  }

  void ReadPage(valkey::Client& client, const ClientId& id, const Range& range,
                Read done) const override {
    RunRead(client,
            {read_,
             KeysOf(id),
             {std::to_string(range.after), std::to_string(range.most.messages),
              std::to_string(range.most.bytes), std::to_string(range.raise)}},
            NativePageIn, std::move(done));
  }

  [[nodiscard]] std::string ChannelOf(const ClientId& id) const override {
    return KeysOf(id).front();
  }

  [[nodiscard]] std::optional<ClientId> IdOf(std::string_view channel) const override {
    if (channel.size() != kNativePrefix.size() + ClientId::kLength + kNativeEnd.size() ||
        !channel.starts_with(kNativePrefix)) {
      return std::nullopt;
    }
    const auto id = ClientId::Parse(channel.substr(kNativePrefix.size(), ClientId::kLength));
    return id ? std::optional(*id) : std::nullopt;
  }

  [[nodiscard]] std::optional<Push> Parse(const ClientId& /*id*/,
                                          std::string_view payload) const override {
    const auto event_id = TakeNumber(payload, ' ');
    const auto previous = event_id ? TakeNumber(payload, ' ') : std::nullopt;
    const std::size_t line = payload.find('\n');
    if (!previous || line == std::string_view::npos) return std::nullopt;
    auto frame = FrameOf(*event_id, payload.substr(line + 1));
    if (!frame) return std::nullopt;
    return Push{.message = {.event_id = *event_id, .frame = Share(*std::move(frame))},
                .previous = *previous,
                .epoch = payload.substr(0, line)};
  }

  [[nodiscard]] bool ordered() const override { return true; }

  // One hash per client ID with at most 16 pages.
  void RecordOpened(valkey::Client& client, const OpenedBy& opened, Millis ttl) const override {
    client.RunScript(record_, {OpenedKeyOf(opened.id)},
                     {opened.address.ToText() + ' ' + opened.origin, std::to_string(ttl.count())},
                     valkey::Durability::kMaster, IgnoreAnswer);
  }

  void CheckOpened(valkey::Client& client, const OpenedBy& asked,
                   UniqueFunction<void(Verdict)> done) const override {
    client.RunScript(check_, {OpenedKeyOf(asked.id)}, {asked.address.ToText(), asked.origin},
                     valkey::Durability::kMaster,
                     [done = std::move(done)](const valkey::Client::Answer& answer) mutable {
                       const bool known = answer && answer->integer >= 0 && answer->integer < 4;
                       done(known ? static_cast<Verdict>(answer->integer) : Verdict::kUnknown);
                     });
  }

 private:
  const valkey::Script publish_{std::string(kNativeLua).append("return publish()")};
  const valkey::Script read_{std::string(kNativeLua).append("return read()")};
  const valkey::Script record_{std::string(kNativeLua).append("return record()")};
  const valkey::Script check_{std::string(kNativeLua).append("return check()")};
};

}  // namespace

std::unique_ptr<const Schema> MakeNativeSchema() { return std::make_unique<NativeSchema>(); }

Fingerprint FingerprintOf(const Publication& publication) {
  Fingerprint::Bytes bytes{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, bytes.size());
  const auto add = [&](std::string_view part) {
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()),
                              part.size());
  };
  // The first two parts have a fixed length, so the hash is unambiguous.
  add(publication.envelope.from());
  add(publication.to.text());
  add(publication.envelope.message());
  crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(bytes.data()), bytes.size());
  return Fingerprint(bytes);
}

namespace {

void AnswerPublished(const valkey::Client::Answer& answer, Schema::Published done) {
  const bool too_few = !answer && answer.error().kind == valkey::Error::Kind::kTooFew;
  if (!answer && !too_few) return done(ResultOf(answer.error()), 0);
  const auto& items = too_few ? answer.error().reply.items : answer->items;
  const std::int64_t kind = items.empty() ? -1 : items[0].integer;
  if (kind == 2) return done(PublishResult::kMailboxFull, 0);
  if (items.size() != 2 || (kind != 0 && kind != 1)) return done(PublishResult::kStoreFailed, 0);
  const PublishResult fresh = too_few ? PublishResult::kStoredByTooFew : PublishResult::kStored;
  const PublishResult again = too_few ? PublishResult::kStoreFailed : PublishResult::kDuplicate;
  done(kind == 0 ? fresh : again, items[1].integer);
}

}  // namespace

void RunPublish(valkey::Client& client, ScriptCall call, valkey::Durability durability,
                Schema::Published done) {
  client.RunScript(call.script, std::move(call.keys), std::move(call.arguments), durability,
                   [done = std::move(done)](const valkey::Client::Answer& answer) mutable {
                     AnswerPublished(answer, std::move(done));
                   });
}

void RunRead(valkey::Client& client, ScriptCall call,
             std::optional<Page> (*parse)(const valkey::Reply& reply), Schema::Read done) {
  client.RunScript(call.script, std::move(call.keys), std::move(call.arguments),
                   valkey::Durability::kMaster,
                   [parse, done = std::move(done)](valkey::Client::Answer answer) mutable {
                     if (!answer) return done(Fail(std::move(answer.error())));
                     auto page = parse(*answer);
                     if (page) return done(*std::move(page));
                     done(Fail(valkey::Error{.kind = valkey::Error::Kind::kRefused,
                                             .message = "malformed page of a mailbox"}));
                   });
}

}  // namespace prichal::bridge

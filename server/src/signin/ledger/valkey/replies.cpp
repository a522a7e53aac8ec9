#include "signin/ledger/valkey/replies.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <tuple>
#include <utility>

namespace prichal::auth {
namespace {

using valkey::Reply;

std::optional<std::int64_t> NumberIn(const Reply& reply) {
  if (reply.kind == Reply::Kind::kInteger) return reply.integer;
  std::int64_t number = 0;
  const char* last = reply.text.data() + reply.text.size();
  const auto [stop, error] = std::from_chars(reply.text.data(), last, number);
  if (error != std::errc{} || stop != last) return std::nullopt;
  return number;
}

/// All of them, or nothing.
template <typename Value, typename Read>
std::optional<std::vector<Value>> AllIn(const Reply& reply, Read read) {
  if (reply.kind != Reply::Kind::kList) return std::nullopt;
  std::vector<Value> values;
  for (const Reply& item : reply.items) {
    auto value = read(item);
    if (!value) return std::nullopt;
    values.push_back(*std::move(value));
  }
  return values;
}

}  // namespace

std::string_view WordIn(const Reply& reply) {
  return reply.kind == Reply::Kind::kList ? ItemOf(reply, 0).text : reply.text;
}

const Reply& ItemOf(const Reply& list, std::size_t index) {
  static const Reply kNone;
  return index < list.items.size() ? list.items[index] : kNone;
}

std::optional<Session> SessionIn(const Reply& reply, const UserId& user) {
  if (reply.items.size() != 8) return std::nullopt;
  const auto id = SessionId::Parse(reply.items[0].text);
  const auto created = NumberIn(reply.items[1]);
  const auto auth_time = NumberIn(reply.items[2]);
  const auto expires = NumberIn(reply.items[3]);
  const auto ends = NumberIn(reply.items[4]);
  const auto amr = NumberIn(reply.items[5]);
  if (!id || !created || !auth_time || !expires || !ends || !amr) return std::nullopt;
  return Session{.id = *id,
                 .user = user,
                 .created = Millis(*created),
                 .auth_time = Millis(*auth_time),
                 .proofs = ProofsIn(reply.items[7].text),
                 .expires = Millis(*expires),
                 .ends = Millis(*ends),
                 .amr = static_cast<std::uint32_t>(*amr),
                 .jkt = reply.items[6].text};
}

std::optional<std::vector<Identity>> IdentitiesIn(const Reply& reply) {
  auto identities = AllIn<Identity>(reply, [](const Reply& item) -> std::optional<Identity> {
    if (item.items.size() != 5) return std::nullopt;
    const auto kind = NumberIn(item.items[0]);
    const auto verified = NumberIn(item.items[2]);
    const auto linked = NumberIn(item.items[3]);
    if (!kind || *kind < 1 || *kind > 255 || !verified || !linked) return std::nullopt;
    return Identity{.kind = static_cast<IdentityKind>(*kind),
                    .key = item.items[1].text,
                    .verified = Millis(*verified),
                    .linked = Millis(*linked),
                    .details = DetailsIn(item.items[4].text)};
  });
  if (identities) {
    std::sort(identities->begin(), identities->end(), [](const Identity& a, const Identity& b) {
      return std::tie(a.kind, a.key) < std::tie(b.kind, b.key);
    });
  }
  return identities;
}

std::optional<SignedIn> SignedInBy(const Reply& session, const Reply& identities,
                                   const UserId& user) {
  auto read = SessionIn(session, user);
  auto identities_now = IdentitiesIn(identities);
  if (!read || !identities_now) return std::nullopt;
  return SignedIn{.session = *std::move(read), .identities = *std::move(identities_now)};
}

std::optional<std::vector<SessionId>> SessionIdsIn(const Reply& reply) {
  return AllIn<SessionId>(reply, [](const Reply& item) { return SessionId::Parse(item.text); });
}

std::optional<Holder> HolderIn(const Reply& reply) {
  const std::size_t space = reply.text.find(' ');
  if (space == std::string::npos) return std::nullopt;
  const auto user = UserId::Parse(std::string_view(reply.text).substr(0, space));
  if (!user) return std::nullopt;
  return Holder{.user = *user, .claim = reply.text.substr(space + 1)};
}

}  // namespace prichal::auth

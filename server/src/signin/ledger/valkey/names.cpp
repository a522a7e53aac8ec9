#include "signin/ledger/valkey/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/encoding.h"

namespace prichal::signin {
namespace {

constexpr std::string_view kPrefix = "prichal:auth:{";
constexpr std::string_view kNewsEnd = "}:news";
constexpr std::string_view kIdentity = "prichal:auth:identity:";

}  // namespace

std::size_t PartitionOf(const UserId& user) {
  return static_cast<unsigned char>(user.bytes().front());
}

std::string UserKey(const UserId& user) {
  return fmt::format("{}{:02x}}}:user:{}", kPrefix, PartitionOf(user), user.text());
}

std::string UnfinishedKey(std::size_t partition) {
  return fmt::format("{}{:02x}}}:unfinished", kPrefix, partition);
}

std::string NewsChannel(std::size_t partition) {
  return fmt::format("{}{:02x}{}", kPrefix, partition, kNewsEnd);
}

std::optional<std::size_t> PartitionOfChannel(std::string_view channel) {
  if (channel.size() != kPrefix.size() + 2 + kNewsEnd.size()) return std::nullopt;
  if (!channel.starts_with(kPrefix) || !channel.ends_with(kNewsEnd)) return std::nullopt;
  const int high = HexValue(channel[kPrefix.size()]);
  const int low = HexValue(channel[kPrefix.size() + 1]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<std::size_t>(high * 16 + low);
}

std::string UserOfKey(const SessionId& session) { return "prichal:auth:user-of:" + session.text(); }

std::string IdentityKey(IdentityKind kind, std::string_view key) {
  return IdentityKeyOfField(FieldOf(kind, key));
}

std::string UsedKey(std::string_view bytes) {
  return "prichal:auth:used:" +
         HexEncode(std::span(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

std::string FieldOf(IdentityKind kind, std::string_view key) {
  return fmt::format("{}:{}", static_cast<int>(kind), key);
}

std::string IdentityKeyOfField(std::string_view field) {
  return std::string(kIdentity).append(field);
}

std::optional<RevocationNews> ParseNews(std::string_view payload) {
  const auto word = [&payload] {
    const std::string_view first = payload.substr(0, payload.find(' '));
    payload.remove_prefix(std::min(payload.size(), first.size() + 1));
    return first;
  };
  const std::string_view kind = word();
  RevocationNews news;
  if (kind == "changed") {
    const auto user = UserId::Parse(word());
    if (!user || !payload.empty()) return std::nullopt;
    news.changed.push_back(*user);
    return news;
  }
  if (kind != "ended") return std::nullopt;
  while (!payload.empty()) {
    const auto session = SessionId::Parse(word());
    if (!session) return std::nullopt;
    news.ended.push_back(*session);
  }
  return news;
}

}  // namespace prichal::signin

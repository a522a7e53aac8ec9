#include "bridge/core/request_source.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/base64.h"
#include "base/encoding.h"
#include "base/json.h"

namespace prichal::bridge {
namespace {

using PublicKey = std::array<unsigned char, crypto_box_PUBLICKEYBYTES>;

PublicKey KeyOf(const ClientId& id) {
  static_assert(ClientId::kLength == 2 * crypto_box_PUBLICKEYBYTES);
  PublicKey key{};
  sodium_hex2bin(key.data(), key.size(), id.text().data(), id.text().size(), nullptr, nullptr,
                 nullptr);
  return key;
}

std::string TextOf(const RequestSource& source, std::int64_t second) {
  std::string json = "{\"origin\":";
  AppendJsonString(json, source.origin);
  json += ",\"ip\":";
  AppendJsonString(json, source.ip.ToText());
  json += ",\"time\":\"" + std::to_string(second) + "\",\"user_agent\":";
  AppendJsonString(json, source.user_agent);
  json += '}';
  return json;
}

std::string_view BytesOf(const IpAddress& address) {
  const IpAddress::Bytes& bytes = address.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Encrypts `text` to `key`. Empty if the key is a point of small order.
std::optional<std::string> Box(const std::string& text, const PublicKey& key) {
  std::string box(crypto_box_SEALBYTES + text.size(), '\0');
  // libsodium takes unsigned char.
  auto* const out = reinterpret_cast<unsigned char*>(box.data());
  const auto* const in = reinterpret_cast<const unsigned char*>(text.data());
  if (crypto_box_seal(out, in, text.size(), key.data()) != 0) return std::nullopt;

  return Base64Encode({out, box.size()});
}

}  // namespace

SharedBytes RequestSources::Seal(const RequestSource& source, const ClientId& to) {
  const std::int64_t second = source.unix_time / std::chrono::seconds(1);
  if (second != second_ || bytes_ > kMostBytes) {
    sealed_.clear();
    bytes_ = 0;
  }
  second_ = second;
  const Fingerprint fingerprint =
      fingerprints_.Compute({to.text(), source.origin, BytesOf(source.ip), source.user_agent});
  if (const auto found = sealed_.find(fingerprint); found != sealed_.end()) return found->second;

  auto box = Box(TextOf(source, second), KeyOf(to));
  if (!box) return nullptr;
  bytes_ += box->size();
  return sealed_.emplace(fingerprint, Share(*std::move(box))).first->second;
}

namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lower;
}

bool IsScheme(std::string_view text) {
  return !text.empty() && IsLetter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return IsLetter(c) || IsDigit(c) || c == '+' || c == '-' || c == '.';
         });
}

bool IsHost(std::string_view text) {
  if (text.starts_with('[')) {
    return text.size() > 2 && text.find(']') == text.size() - 1 &&
           std::all_of(text.begin() + 1, text.end() - 1,
                       [](char c) { return IsDigit(c) || IsLetter(c) || c == ':' || c == '.'; });
  }
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    // Bytes above ASCII: host names that the page has not encoded as Punycode.
    return IsLetter(c) || IsDigit(c) || c == '-' || c == '.' || c == '_' || c == '~' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
}

/// RFC 3986 section 3.2.1. Excludes the backslash, which for a browser ends the host.
bool IsUserInfo(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return IsLetter(c) || IsDigit(c) ||
           std::string_view("-._~!$&'()*+,;=:%@").find(c) != std::string_view::npos;
  });
}

struct Authority {
  std::string_view host;
  std::string_view port;  ///< digits; empty: the scheme's default
};

std::optional<Authority> AuthorityFrom(std::string_view text) {
  // The user information is not part of the origin.
  if (const auto at = text.rfind('@'); at != std::string_view::npos) {
    if (!IsUserInfo(text.substr(0, at))) return std::nullopt;
    text.remove_prefix(at + 1);
  }
  Authority authority{.host = text, .port = {}};
  const auto colon = text.rfind(':');
  const auto bracket = text.rfind(']');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    authority = {.host = text.substr(0, colon), .port = text.substr(colon + 1)};
  }
  if (!IsHost(authority.host)) return std::nullopt;
  if (!std::all_of(authority.port.begin(), authority.port.end(), IsDigit)) return std::nullopt;
  return authority;
}

}  // namespace

std::string OriginFrom(std::string_view address) {
  const auto colon = address.find("://");
  if (colon == std::string_view::npos || !IsScheme(address.substr(0, colon))) {
    return std::string(address);
  }
  const std::string_view rest = address.substr(colon + 3);
  const auto authority = AuthorityFrom(rest.substr(0, rest.find_first_of("/?#")));
  if (!authority) return std::string(address);

  const std::string scheme = Lower(address.substr(0, colon));
  std::string origin = scheme + "://" + Lower(authority->host);
  const std::string_view usual = scheme == "https" ? "443" : scheme == "http" ? "80" : "";
  if (!authority->port.empty() && authority->port != usual) {
    origin.append(":").append(authority->port);
  }
  return origin;
}

namespace {

constexpr std::size_t kNetworkBytes = 6;  // a /48

}  // namespace

Sender Sender::Make(const SipHash& hash, const IpAddress& address, std::string_view client_id) {
  const auto& bytes = address.bytes();
  const std::size_t counted = address.is_v4() ? bytes.size() : kNetworkBytes;
  Sender sender = Make(hash, client_id);
  sender.address = static_cast<std::uint32_t>(hash(
                       std::string_view(reinterpret_cast<const char*>(bytes.data()), counted))) &
                   kAddressMask;
  return sender;
}

Sender Sender::Make(const SipHash& hash, std::string_view client_id) {
  const std::uint64_t hashed = hash(client_id);
  return {.address = static_cast<std::uint32_t>(hashed >> 32U) & kAddressMask,
          .id = static_cast<std::uint32_t>(hashed)};
}

}  // namespace prichal::bridge

#include "auth/session_cookie.h"

#include <sodium.h>

#include <algorithm>
#include <array>

#include "base/base64url.h"
#include "base/secret.h"

namespace prichal::auth {
namespace {

constexpr unsigned char kVersion = 1;
constexpr std::size_t kMacBytes = 16;
constexpr std::size_t kSigned = 1 + SessionId::kBytes;

using Encoded = std::array<unsigned char, kSigned + kMacBytes>;

void WriteMac(Encoded& bytes, const MacKey& key) {
  crypto_generichash(&bytes[kSigned], kMacBytes, bytes.data(), kSigned, key.data(), key.size());
}

}  // namespace

std::string SessionCookie::TextOf(const SessionId& session, const MacKey& key) {
  Encoded bytes{kVersion};
  std::copy(session.bytes().begin(), session.bytes().end(), &bytes[1]);
  WriteMac(bytes, key);
  return Base64UrlEncode(bytes);
}

std::optional<SessionId> SessionCookie::Open(std::string_view text, const MacKey& key) {
  Encoded bytes{};
  if (!Base64UrlDecode(text, bytes) || bytes[0] != kVersion) return std::nullopt;
  Encoded expected = bytes;
  WriteMac(expected, key);
  if (!SameSecret(bytes, expected)) return std::nullopt;
  return SessionId::FromBytes(
      std::string_view(reinterpret_cast<const char*>(&bytes[1]), SessionId::kBytes));
}

}  // namespace prichal::auth

#include "signin/ledger/session_cookie.h"

#include <sodium.h>

#include <algorithm>
#include <array>

#include "base/base64url.h"
#include "base/secret.h"

namespace prichal::auth {
namespace {

constexpr unsigned char kCookieVersion = 1;

using EncodedCookie = std::array<unsigned char, 1 + SessionId::kBytes + kMacBytes>;

}  // namespace

std::string SessionCookie::TextOf(const SessionId& session, const MacKey& key) {
  EncodedCookie bytes{kCookieVersion};
  std::copy(session.bytes().begin(), session.bytes().end(), &bytes[1]);
  WriteMac(bytes, key);
  return Base64UrlEncode(bytes);
}

std::optional<SessionId> SessionCookie::Open(std::string_view text, const MacKey& key) {
  EncodedCookie bytes{};
  if (!Base64UrlDecode(text, bytes) || bytes[0] != kCookieVersion) return std::nullopt;
  EncodedCookie expected = bytes;
  WriteMac(expected, key);
  if (!SameSecret(bytes, expected)) return std::nullopt;
  return SessionId::FromBytes(
      std::string_view(reinterpret_cast<const char*>(&bytes[1]), SessionId::kBytes));
}

}  // namespace prichal::auth

#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "signin/token/jwt.h"
#include "signin/token/private_key.h"
#include "signin/token/public_key.h"

namespace prichal::signin::token::test {

// For tests: keys of RFC 7515 appendix A.3 and RFC 8037 appendix A.1.
inline constexpr std::string_view kP256 =
    "-----BEGIN PRIVATE KEY-----\n"
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff\n"
    "H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp\n"
    "7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt\n"
    "-----END PRIVATE KEY-----\n";
inline constexpr std::string_view kEd25519 =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
    "-----END PRIVATE KEY-----\n";
// For tests: key of RFC 7515 appendix A.2.
inline constexpr std::string_view kRsaPublic =
    R"({"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"})";

/// For tests: current time, in seconds since 1970.
inline constexpr std::chrono::seconds kNow{1790000000};

/// For tests: parses a private key.
inline PrivateKey Key(std::string_view pem = kP256) { return PrivateKey::FromPem(pem).value(); }

/// For tests: a set with the public halves of kP256 and kEd25519.
inline JwkSet KeySet() {
  JwkSet keys;
  keys.Add(Key(kP256).public_key());
  keys.Add(Key(kEd25519).public_key());
  return keys;
}

/// For tests: signs a token with exactly this header and these claims.
inline std::string Sign(std::string_view header, std::string_view claims, const PrivateKey& key) {
  const std::string text = Base64UrlEncode(header) + "." + Base64UrlEncode(claims);
  return text + "." + Base64UrlEncode(key.Sign(text));
}

/// For tests: returns "taken", or the name of the violated rule.
template <typename Outcome>
std::string Judged(const Outcome& outcome) {
  return outcome ? "taken" : std::string(NameOf(outcome.error().rule));
}

}  // namespace prichal::signin::token::test

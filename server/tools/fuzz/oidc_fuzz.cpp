// Fuzzes input from an OpenID provider (token endpoint responses, cache lifetimes, error parameters
// in URLs) and the sign-in state that a browser returns.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "signin/oidc/openid_connect.h"

namespace {

using namespace prichal::signin::oidc;

bool IsAscii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const int status : {200, 400}) {
    const auto token = ReadTokenAnswer({.status = status, .body = std::string(bytes)});
    if (token ? token->empty() : token.error().words.empty() || !IsAscii(token.error().words)) {
      std::abort();
    }
  }
  const auto age = MaxAgeOf(bytes);
  if (age && (age->count() < 0 || age->count() > 365LL * 24 * 3600)) std::abort();
  if (!IsAscii(ShownError(bytes))) std::abort();

  // Forged state is rejected; authentic state is unchanged, whatever URL it contains.
  const Attempt::Key key{1};
  const prichal::Millis now(1'790'000'000'000);
  if (Attempt::Open(bytes, key, now)) std::abort();
  Attempt attempt = Attempt::New(now, prichal::Millis(1));
  if (attempt.IsState(bytes)) std::abort();
  attempt.return_to = bytes.substr(0, 512);
  const auto opened = Attempt::Open(attempt.Seal(key), key, now);
  if (!opened || opened->return_to != attempt.return_to) std::abort();
  return 0;
}

#include "auth/challenge.h"

#include <sodium.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/base64url.h"
#include "base/random.h"

namespace prichal::auth {
namespace {

constexpr unsigned char kVersion = 1;
constexpr std::size_t kIdBytes = 16;
constexpr std::size_t kEndBytes = 5;
constexpr std::size_t kMacBytes = 16;
constexpr std::size_t kSigned = 1 + kIdBytes + kEndBytes;
constexpr std::size_t kBytes = kSigned + kMacBytes;

using Encoded = std::array<unsigned char, kBytes>;

void WriteMac(Encoded& bytes, const MacKey& key, std::string_view binding) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, key.data(), key.size(), kMacBytes);
  crypto_generichash_update(&state, bytes.data(), kSigned);
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(binding.data()),
                            binding.size());
  crypto_generichash_final(&state, &bytes[kSigned], kMacBytes);
}

}  // namespace

Challenge Challenge::New(Millis now, Millis lifetime) {
  Challenge challenge;
  FillRandom(challenge.id);
  challenge.expires = std::chrono::ceil<std::chrono::seconds>(now + lifetime);
  return challenge;
}

std::string Challenge::Text(const MacKey& key, std::string_view binding) const {
  Encoded bytes{};
  bytes[0] = kVersion;
  std::copy(id.begin(), id.end(), &bytes[1]);
  auto seconds = static_cast<std::uint64_t>(expires.count() / 1'000);
  for (std::size_t i = kEndBytes; i > 0; --i, seconds >>= 8U) {
    bytes.at(kIdBytes + i) = static_cast<unsigned char>(seconds);
  }
  WriteMac(bytes, key, binding);
  return Base64UrlEncode(bytes);
}

Result<Challenge, Challenge::Fault> Challenge::Open(std::string_view text, const MacKey& key,
                                                    std::string_view binding, Millis now) {
  Encoded bytes{};
  if (!Base64UrlDecode(text, bytes) || bytes[0] != kVersion) return Fail(Fault::kForeign);
  Encoded expected = bytes;
  WriteMac(expected, key, binding);
  if (sodium_memcmp(bytes.data(), expected.data(), kBytes) != 0) return Fail(Fault::kForeign);
  Challenge challenge;
  std::copy_n(&bytes[1], kIdBytes, challenge.id.begin());
  std::uint64_t seconds = 0;
  for (std::size_t i = 1; i <= kEndBytes; ++i) seconds = seconds << 8U | bytes.at(kIdBytes + i);
  challenge.expires = std::chrono::seconds(seconds);
  if (challenge.expires <= now) return Fail(Fault::kExpired);
  return challenge;
}

}  // namespace prichal::auth

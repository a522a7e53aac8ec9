#include "signin/ledger/challenge.h"

#include <sodium.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/random.h"

namespace prichal::signin {
namespace {

constexpr unsigned char kChallengeVersion = 1;
constexpr std::size_t kIdBytes = 16;
constexpr std::size_t kEndBytes = 5;

using EncodedChallenge = std::array<unsigned char, 1 + kIdBytes + kEndBytes + kMacBytes>;

}  // namespace

Challenge Challenge::New(Millis now, Millis lifetime) {
  Challenge challenge;
  FillRandom(challenge.id);
  challenge.expires = std::chrono::ceil<std::chrono::seconds>(now + lifetime);
  return challenge;
}

std::string Challenge::Text(const MacKey& key, std::string_view binding) const {
  EncodedChallenge bytes{};
  bytes[0] = kChallengeVersion;
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
  EncodedChallenge bytes{};
  if (!Base64UrlDecode(text, bytes) || bytes[0] != kChallengeVersion) return Fail(Fault::kForeign);
  EncodedChallenge expected = bytes;
  WriteMac(expected, key, binding);
  if (sodium_memcmp(bytes.data(), expected.data(), bytes.size()) != 0) return Fail(Fault::kForeign);
  Challenge challenge;
  std::copy_n(&bytes[1], kIdBytes, challenge.id.begin());
  std::uint64_t seconds = 0;
  for (std::size_t i = 1; i <= kEndBytes; ++i) seconds = seconds << 8U | bytes.at(kIdBytes + i);
  challenge.expires = std::chrono::seconds(seconds);
  if (challenge.expires <= now) return Fail(Fault::kExpired);
  return challenge;
}

void WriteMac(std::span<unsigned char> token, const MacKey& key, std::string_view binding) {
  const std::size_t signed_bytes = token.size() - kMacBytes;
  crypto_generichash_state state;
  crypto_generichash_init(&state, key.data(), key.size(), kMacBytes);
  crypto_generichash_update(&state, token.data(), signed_bytes);
  crypto_generichash_update(&state, BytesOf(binding).data(), binding.size());
  crypto_generichash_final(&state, &token[signed_bytes], kMacBytes);
}

}  // namespace prichal::signin

#include "signin/ledger/refresh_token.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/secret.h"

namespace prichal::signin {
namespace {

constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz234567";
constexpr unsigned kBitsALetter = 5;
constexpr std::size_t kLetters = 26;  // 130 bits; the last two are 0
constexpr std::size_t kPrefixLetters = 2;

}  // namespace

template <char kPrefix>
RandomId<kPrefix> RandomId<kPrefix>::New() {
  RandomId id;
  FillRandom(id.bytes_);
  return id;
}

template <char kPrefix>
std::optional<RandomId<kPrefix>> RandomId<kPrefix>::FromBytes(std::string_view bytes) {
  if (bytes.size() != kBytes) return std::nullopt;
  RandomId id;
  std::copy(bytes.begin(), bytes.end(), id.bytes_.begin());
  return id;
}

template <char kPrefix>
std::optional<RandomId<kPrefix>> RandomId<kPrefix>::Parse(std::string_view text) {
  if (text.size() != kPrefixLetters + kLetters || text[0] != kPrefix || text[1] != '_') {
    return std::nullopt;
  }
  RandomId id;
  std::uint32_t bits = 0;
  unsigned count = 0;
  std::size_t at = 0;
  for (const char letter : text.substr(kPrefixLetters)) {
    const std::size_t value = kAlphabet.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << kBitsALetter | static_cast<std::uint32_t>(value);
    count += kBitsALetter;
    if (count < 8) continue;
    count -= 8;
    id.bytes_.at(at++) = static_cast<unsigned char>(bits >> count);
    bits &= (1U << count) - 1;
  }
  if (bits != 0) return std::nullopt;
  return id;
}

template <char kPrefix>
std::string RandomId<kPrefix>::text() const {
  std::string text{kPrefix, '_'};
  text.reserve(kPrefixLetters + kLetters);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const unsigned char byte : bytes_) {
    bits = bits << 8U | byte;
    count += 8;
    while (count >= kBitsALetter) {
      count -= kBitsALetter;
      text += kAlphabet[bits >> count & 31U];
    }
    bits &= (1U << count) - 1;
  }
  text += kAlphabet[bits << (kBitsALetter - count) & 31U];
  return text;
}

template class RandomId<'u'>;
template class RandomId<'s'>;

namespace {

constexpr std::size_t kGenerationBytes = 4;
constexpr std::size_t kRandomBytes = 32;
/// Domain separation for the key that encrypts a successor.
constexpr std::string_view kSealContext = "prichal refresh successor";

using EncodedRefreshToken =
    std::array<unsigned char, SessionId::kBytes + kGenerationBytes + kRandomBytes + kMacBytes>;

SecretBytes<32> SealKeyOf(std::string_view token) {
  SecretBytes<32> key;
  crypto_generichash(key.bytes().data(), key.bytes().size(), BytesOf(token).data(), token.size(),
                     BytesOf(kSealContext).data(), kSealContext.size());
  return key;
}

}  // namespace

std::string RefreshToken::New(const SessionId& session, std::uint32_t generation,
                              const MacKey& key) {
  EncodedRefreshToken bytes{};
  std::copy(session.bytes().begin(), session.bytes().end(), bytes.begin());
  for (std::size_t i = 0; i < kGenerationBytes; ++i) {
    bytes.at(SessionId::kBytes + i) = static_cast<unsigned char>(generation >> (24 - 8 * i));
  }
  FillRandom(std::span(bytes).subspan(SessionId::kBytes + kGenerationBytes, kRandomBytes));
  WriteMac(bytes, key);
  std::string text = Base64UrlEncode(bytes);
  sodium_memzero(bytes.data(), bytes.size());
  return text;
}

std::optional<RefreshToken> RefreshToken::Open(std::string_view text, const MacKey& key) {
  EncodedRefreshToken bytes{};
  if (!Base64UrlDecode(text, bytes)) return std::nullopt;
  EncodedRefreshToken expected = bytes;
  WriteMac(expected, key);
  if (sodium_memcmp(bytes.data(), expected.data(), bytes.size()) != 0) return std::nullopt;
  RefreshToken token;
  token.session =
      *SessionId::FromBytes({reinterpret_cast<const char*>(bytes.data()), SessionId::kBytes});
  for (std::size_t i = 0; i < kGenerationBytes; ++i) {
    token.generation = token.generation << 8U | bytes.at(SessionId::kBytes + i);
  }
  return token;
}

RefreshToken::Hash RefreshToken::HashOf(std::string_view text) { return Sha256(BytesOf(text)); }

std::string SealSuccessor(std::string_view successor, std::string_view token) {
  return Seal(SealKeyOf(token).bytes(), successor);
}

std::optional<std::string> OpenSuccessor(std::string_view sealed, std::string_view token) {
  return OpenSealed(SealKeyOf(token).bytes(), sealed);
}

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

}  // namespace prichal::signin

#include "signin/ledger/refresh_token.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/bytes.h"
#include "base/encoding.h"
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
using SealKey = std::array<unsigned char, crypto_aead_xchacha20poly1305_ietf_KEYBYTES>;

SealKey SealKeyOf(std::string_view token) {
  SealKey key{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, BytesOf(kSealContext).data(), kSealContext.size(), key.size());
  crypto_generichash_update(&state, BytesOf(token).data(), token.size());
  crypto_generichash_final(&state, key.data(), key.size());
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

RefreshToken::Hash RefreshToken::HashOf(std::string_view text) {
  Hash hash{};
  crypto_hash_sha256(hash.data(), BytesOf(text).data(), text.size());
  return hash;
}

std::string SealSuccessor(std::string_view successor, std::string_view token) {
  constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
  SealKey key = SealKeyOf(token);
  std::string sealed(kNonce + successor.size() + crypto_aead_xchacha20poly1305_ietf_ABYTES, '\0');
  auto* bytes = reinterpret_cast<unsigned char*>(sealed.data());
  FillRandom({bytes, kNonce});
  crypto_aead_xchacha20poly1305_ietf_encrypt(bytes + kNonce, nullptr, BytesOf(successor).data(),
                                             successor.size(), nullptr, 0, nullptr, bytes,
                                             key.data());
  sodium_memzero(key.data(), key.size());
  return sealed;
}

std::optional<std::string> OpenSuccessor(std::string_view sealed, std::string_view token) {
  constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
  constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
  if (sealed.size() < kNonce + kTag) return std::nullopt;
  SealKey key = SealKeyOf(token);
  std::string successor(sealed.size() - kNonce - kTag, '\0');
  const int opened = crypto_aead_xchacha20poly1305_ietf_decrypt(
      reinterpret_cast<unsigned char*>(successor.data()), nullptr, nullptr,
      BytesOf(sealed).data() + kNonce, sealed.size() - kNonce, nullptr, 0, BytesOf(sealed).data(),
      key.data());
  sodium_memzero(key.data(), key.size());
  if (opened != 0) return std::nullopt;
  return successor;
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

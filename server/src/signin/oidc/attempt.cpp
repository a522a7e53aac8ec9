#include "signin/oidc/attempt.h"

#include <sodium.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/base64url.h"
#include "base/random.h"
#include "base/secret.h"

namespace prichal::oidc {
namespace {

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr std::size_t kVerifier = 43;
constexpr std::size_t kTime = 8;
/// Bytes before `link_to`: state, expiry, verifier and the length of `link_to`.
constexpr std::size_t kFixed = Attempt::kStateBytes + kTime + kVerifier + 1;
/// Longest cookie that Seal() makes.
constexpr std::size_t kLongestText = 4'096;

const unsigned char* Bytes(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace

Attempt Attempt::New(Millis now, Millis lifetime) {
  Attempt attempt;
  FillRandom(attempt.state);
  std::array<unsigned char, 32> random{};
  FillRandom(random);
  attempt.verifier = Base64UrlEncode(random);
  attempt.expires = now + lifetime;
  return attempt;
}

std::string Attempt::StateText() const { return Base64UrlEncode(state); }

bool Attempt::IsState(std::string_view text) const {
  State other{};
  return Base64UrlDecode(text, other) && SameSecret(state, other);
}

std::string Attempt::Seal(const Key& key) const {
  std::string plain(reinterpret_cast<const char*>(state.data()), state.size());
  const auto time = static_cast<std::uint64_t>(expires.count());
  for (std::size_t i = 0; i < kTime; ++i) {
    plain += static_cast<char>(static_cast<unsigned char>(time >> (8 * (kTime - 1 - i))));
  }
  plain += verifier;
  plain += static_cast<char>(static_cast<unsigned char>(link_to.size()));
  plain += link_to;
  plain += return_to;
  std::string sealed(kNonce + plain.size() + kTag, '\0');
  FillRandom(std::span(Bytes(sealed), kNonce));
  crypto_aead_xchacha20poly1305_ietf_encrypt(Bytes(sealed) + kNonce, nullptr, Bytes(plain),
                                             plain.size(), nullptr, 0, nullptr, Bytes(sealed),
                                             key.data());
  return Base64UrlEncode(sealed);
}

std::optional<Attempt> Attempt::Open(std::string_view sealed, const Key& key, Millis now) {
  if (sealed.size() > kLongestText) return std::nullopt;
  const auto bytes = Base64UrlDecode(sealed);
  if (!bytes || bytes->size() < kNonce + kFixed + kTag) return std::nullopt;
  std::string plain(bytes->size() - kNonce - kTag, '\0');
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(Bytes(plain), nullptr, nullptr,
                                                 Bytes(*bytes) + kNonce, bytes->size() - kNonce,
                                                 nullptr, 0, Bytes(*bytes), key.data()) != 0) {
    return std::nullopt;
  }
  Attempt attempt;
  std::copy_n(plain.begin(), kStateBytes, attempt.state.begin());
  std::uint64_t time = 0;
  for (std::size_t i = 0; i < kTime; ++i) {
    time = time << 8U | static_cast<unsigned char>(plain[kStateBytes + i]);
  }
  attempt.expires = Millis(static_cast<std::int64_t>(time));
  attempt.verifier = plain.substr(kStateBytes + kTime, kVerifier);
  const std::size_t link = static_cast<unsigned char>(plain[kFixed - 1]);
  if (plain.size() < kFixed + link || attempt.expires <= now) return std::nullopt;
  attempt.link_to = plain.substr(kFixed, link);
  attempt.return_to = plain.substr(kFixed + link);
  return attempt;
}

}  // namespace prichal::oidc

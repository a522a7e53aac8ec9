#include "base/hash.h"

#include <openssl/evp.h>
#include <sodium.h>
#include <sodium/crypto_shorthash.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/random.h"

namespace prichal {
namespace {

struct Release {
  void operator()(EVP_MD* method) const { EVP_MD_free(method); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// Caches the method and one context per thread. Checking a state init takes about twenty hashes of
// a hundred bytes; fetching the method and creating a context takes longer than each hash.
EVP_MD_CTX* Context() {
  static const std::unique_ptr<EVP_MD, Release> method(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  thread_local const std::unique_ptr<EVP_MD_CTX, Release> context(EVP_MD_CTX_new());
  if (EVP_DigestInit_ex2(context.get(), method.get(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL has no SHA-256");
  }
  return context.get();
}

}  // namespace

Sha256Digest Sha256(std::span<const std::span<const unsigned char>> parts) {
  EVP_MD_CTX* const context = Context();
  bool done = true;
  for (const auto part : parts) {
    done = done && EVP_DigestUpdate(context, part.data(), part.size()) == 1;
  }
  Sha256Digest digest{};
  if (!done || EVP_DigestFinal_ex(context, digest.data(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL has no SHA-256");
  }
  return digest;
}

Sha256Digest Sha256(std::span<const unsigned char> bytes) { return Sha256(std::span(&bytes, 1)); }

// Keeps the padded keys, not the hash states after them. A stored state would save two of a dozen
// blocks, but copying an OpenSSL context takes as long.
HmacSha256::HmacSha256(std::span<const unsigned char> key) {
  constexpr unsigned char kInner = 0x36;
  constexpr unsigned char kOuter = 0x5c;
  Sha256Digest hashed{};
  if (key.size() > kBlock) {
    hashed = Sha256(key);
    key = hashed;
  }
  std::copy(key.begin(), key.end(), inner_.bytes().begin());
  std::copy(key.begin(), key.end(), outer_.bytes().begin());
  for (unsigned char& byte : inner_.bytes()) byte ^= kInner;
  for (unsigned char& byte : outer_.bytes()) byte ^= kOuter;
  Wipe(hashed);
}

Sha256Digest HmacSha256::Compute(std::span<const unsigned char> text) const {
  const std::array<std::span<const unsigned char>, 2> inner{inner_.bytes(), text};
  const Sha256Digest inside = Sha256(inner);
  const std::array<std::span<const unsigned char>, 2> outer{outer_.bytes(), inside};
  return Sha256(outer);
}

static_assert(crypto_shorthash_KEYBYTES == std::tuple_size_v<SipHash::Key>);
static_assert(crypto_shorthash_BYTES == sizeof(std::uint64_t));

SipHash::SipHash() : key_{} { FillRandom(key_); }

std::uint64_t SipHash::operator()(std::string_view bytes) const {
  std::array<unsigned char, crypto_shorthash_BYTES> digest{};
  // The function takes unsigned char and only reads the bytes.
  crypto_shorthash(digest.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                   bytes.size(), key_.data());
  std::uint64_t value = 0;
  std::memcpy(&value, digest.data(), sizeof(value));
  return value;
}

static_assert(crypto_shorthash_siphashx24_KEYBYTES == std::tuple_size_v<Fingerprints::Key>);
static_assert(crypto_shorthash_siphashx24_BYTES == Fingerprint::kBytes);

Fingerprint Fingerprint::FromBytes(std::string_view bytes) {
  Fingerprint fingerprint;
  if (bytes.size() == kBytes) std::copy(bytes.begin(), bytes.end(), fingerprint.bytes_.begin());
  return fingerprint;
}

Fingerprints::Fingerprints() : key_{} { FillRandom(key_); }

Fingerprint Fingerprints::Compute(std::initializer_list<std::string_view> parts) const {
  std::size_t size = 0;
  for (const std::string_view part : parts) size += sizeof(std::uint64_t) + part.size();

  // The hash function takes one contiguous buffer.
  std::string text;
  text.reserve(size);
  for (const std::string_view part : parts) {
    std::array<char, sizeof(std::uint64_t)> length{};
    const std::uint64_t number = part.size();
    std::memcpy(length.data(), &number, sizeof(number));
    text.append(length.data(), length.size()).append(part);
  }

  Fingerprint::Bytes bytes{};
  crypto_shorthash_siphashx24(reinterpret_cast<unsigned char*>(bytes.data()),
                              reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                              key_.data());
  return Fingerprint(bytes);
}

}  // namespace prichal

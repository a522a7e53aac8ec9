#include "base/sip_hash.h"

#include <sodium.h>

#include <cstring>

#include "base/random.h"

namespace prichal {

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

}  // namespace prichal

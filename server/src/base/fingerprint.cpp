#include "base/fingerprint.h"

#include <sodium/crypto_shorthash.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/random.h"

namespace prichal {

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

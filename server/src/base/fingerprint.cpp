#include "base/fingerprint.h"

#include <sodium/crypto_shorthash.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/random.h"

namespace prichal {
namespace {

/// Ids and an ordinary message; what is longer is gathered on the heap.
constexpr std::size_t kShort = 2048;

}  // namespace

static_assert(crypto_shorthash_siphashx24_KEYBYTES == std::tuple_size_v<Fingerprints::Key>);
static_assert(crypto_shorthash_siphashx24_BYTES == Fingerprint::kBytes);

Fingerprint Fingerprint::FromBytes(std::string_view bytes) {
  Fingerprint fingerprint;
  if (bytes.size() == kBytes) std::copy(bytes.begin(), bytes.end(), fingerprint.bytes_.begin());
  return fingerprint;
}

Fingerprints::Fingerprints() : key_{} { FillRandom(key_); }

Fingerprint Fingerprints::Of(std::initializer_list<std::string_view> parts) const {
  std::size_t size = 0;
  for (const std::string_view part : parts) size += sizeof(std::uint64_t) + part.size();

  // The hash takes one piece.
  std::array<unsigned char, kShort> short_text;  // NOLINT(*-member-init): written before it is read
  std::unique_ptr<unsigned char[]> long_text;
  if (size > kShort) long_text = std::make_unique_for_overwrite<unsigned char[]>(size);
  unsigned char* const text = long_text ? long_text.get() : short_text.data();
  unsigned char* end = text;
  for (const std::string_view part : parts) {
    const std::uint64_t length = part.size();
    std::memcpy(end, &length, sizeof(length));
    end = std::copy(part.begin(), part.end(), end + sizeof(length));
  }

  Fingerprint::Bytes bytes{};
  crypto_shorthash_siphashx24(reinterpret_cast<unsigned char*>(bytes.data()), text, size,
                              key_.data());
  return Fingerprint(bytes);
}

}  // namespace prichal

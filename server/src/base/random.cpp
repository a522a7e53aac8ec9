#include "base/random.h"

#include <sodium.h>

#include <cstdlib>

#include "base/base64url.h"

namespace prichal {

void FillRandom(std::span<unsigned char> bytes) {
  // sodium_init() makes the generator thread-safe; -1 means that the system has none.
  static const bool ready = sodium_init() >= 0;
  if (!ready) std::abort();
  randombytes_buf(bytes.data(), bytes.size());
}

std::string NewRandomId() {
  std::array<unsigned char, 16> bytes{};
  FillRandom(bytes);
  return Base64UrlEncode(bytes);
}

std::uint64_t RandomSource::Next() {
  if (used_ == kBlock) {
    FillRandom({reinterpret_cast<unsigned char*>(block_.data()), sizeof(block_)});
    used_ = 0;
  }
  return block_[used_++];
}

}  // namespace prichal

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ton/sha256.h"

namespace prichal::ton {

/// What a wallet hashes and signs, put together from its parts: each of them is written in the
/// order of bytes that the protocol says.
class Message {
 public:
  explicit Message(std::string_view prefix) : bytes_(prefix) {}

  void Append(std::string_view text) { bytes_.append(text); }
  void Append(std::span<const unsigned char> bytes) {
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  /// `bytes`: how many of it, up to 8.
  void BigEndian(std::uint64_t number, unsigned bytes) {
    for (unsigned i = bytes; i > 0; --i) Byte(number >> (8 * (i - 1)));
  }
  void LittleEndian(std::uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) Byte(number >> (8 * i));
  }

  [[nodiscard]] Hash hash() const {
    return Sha256({reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size()});
  }

 private:
  void Byte(std::uint64_t number) { bytes_.push_back(static_cast<char>(number & 0xffU)); }

  std::string bytes_;
};

}  // namespace prichal::ton

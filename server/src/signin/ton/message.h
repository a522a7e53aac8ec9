#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "signin/ton/sha256.h"

namespace prichal::ton {

/// Builds the bytes that a wallet hashes and signs. The caller appends each part in the byte order
/// that the protocol prescribes. Not thread-safe.
class Message {
 public:
  explicit Message(std::string_view prefix) : bytes_(prefix) {}

  void Append(std::string_view text) { bytes_.append(text); }
  void Append(std::span<const unsigned char> bytes) {
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  /// Appends the lowest `bytes` bytes (up to 8) of `number`.
  void BigEndian(std::uint64_t number, unsigned bytes) {
    for (unsigned i = bytes; i > 0; --i) Byte(number >> (8 * (i - 1)));
  }
  void LittleEndian(std::uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) Byte(number >> (8 * i));
  }

  /// Returns the SHA-256 of the bytes so far.
  [[nodiscard]] Hash hash() const {
    return Sha256({reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size()});
  }

 private:
  void Byte(std::uint64_t number) { bytes_.push_back(static_cast<char>(number & 0xffU)); }

  std::string bytes_;
};

}  // namespace prichal::ton

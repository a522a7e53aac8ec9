#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace prichal {

/// SipHash-2-4 with a secret key, for hash tables whose keys are chosen by clients. Without the key
/// an attacker cannot aim at one bucket or thread. Immutable; any thread.
class SipHash {
 public:
  using Key = std::array<unsigned char, 16>;

  /// Generates a random key, known only in this process.
  SipHash();
  /// Uses a given key, if several processes must agree, or in tests.
  explicit SipHash(const Key& key) : key_(key) {}

  [[nodiscard]] std::uint64_t operator()(std::string_view bytes) const;

 private:
  Key key_;
};

}  // namespace prichal

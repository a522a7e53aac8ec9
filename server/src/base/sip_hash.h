#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace prichal {

/// SipHash-2-4 under a key that is known in this process alone: for tables whose keys clients
/// choose, so that no client can aim at one bucket or one loop.
class SipHash {
 public:
  using Key = std::array<unsigned char, 16>;

  /// A fresh random key.
  SipHash();
  /// A given key: for tests.
  explicit SipHash(const Key& key) : key_(key) {}

  [[nodiscard]] std::uint64_t operator()(std::string_view bytes) const;

 private:
  Key key_;
};

}  // namespace prichal

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace prichal {

/// SipHash-2-4 under a key that no client knows: for tables whose keys clients choose, so that none
/// can aim at one bucket or one loop.
class SipHash {
 public:
  using Key = std::array<unsigned char, 16>;

  /// A fresh random key, known in this process alone.
  SipHash();
  /// A given key: for what several processes have to agree on, and for tests.
  explicit SipHash(const Key& key) : key_(key) {}

  [[nodiscard]] std::uint64_t operator()(std::string_view bytes) const;

 private:
  Key key_;
};

}  // namespace prichal

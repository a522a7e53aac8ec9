#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fingerprint.h"

namespace prichal::app {

/// Secrets that lift the limits by address off a request. Known by their fingerprints alone, so
/// that the comparison takes the same time whatever is sent, and so that none can be printed.
class BypassTokens {
 public:
  static constexpr std::size_t kMost = 64;

  /// Of more than kMost the rest is left out; the configuration lets no more through.
  explicit BypassTokens(const std::vector<std::string>& tokens);

  /// `authorization`: the header's value, "Bearer TOKEN" or the token alone. `is_use`: it is
  /// counted. Any thread.
  [[nodiscard]] bool Has(std::string_view authorization, bool is_use = true);

  /// How often each was used, in the order of the configuration.
  [[nodiscard]] std::vector<std::uint64_t> Uses() const;

 private:
  const Fingerprints fingerprints_;
  std::vector<Fingerprint> tokens_;
  std::array<std::atomic<std::uint64_t>, kMost> uses_{};
};

}  // namespace prichal::app

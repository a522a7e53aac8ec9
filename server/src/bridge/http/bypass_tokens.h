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

/// Secret tokens that exempt a request from the limits per IP address. Only their fingerprints are
/// kept, so comparisons take constant time and no token can be logged. Part of a BridgeSnapshot;
/// any thread.
class BypassTokens {
 public:
  static constexpr std::size_t kMost = 64;

  /// Ignores tokens after the first kMost; the configuration accepts no more.
  explicit BypassTokens(const std::vector<std::string>& tokens);

  /// True if `authorization` ("Bearer TOKEN" or only the token) has one of the tokens. `is_use`:
  /// counts the use.
  [[nodiscard]] bool Has(std::string_view authorization, bool is_use = true);

  /// Number of uses of each token, in the order of the configuration.
  [[nodiscard]] std::vector<std::uint64_t> UseCounts() const;

 private:
  const Fingerprints fingerprints_;
  std::vector<Fingerprint> tokens_;
  std::array<std::atomic<std::uint64_t>, kMost> uses_{};
};

}  // namespace prichal::app

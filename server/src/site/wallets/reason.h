// Why fetching the wallets list or a picture failed.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace prichal::wallets {

/// The reason of a failure. A fixed set, because it is a label of metrics.
enum class Reason : std::uint8_t {
  kAddress,      ///< the URL is invalid, or its host has no permitted address
  kUnreachable,  ///< connection refused, closed or broken
  kTls,          ///< handshake failed, or the certificate is not trusted
  kTimeout,
  kTooLarge,
  kStatus,     ///< a status other than 200
  kMalformed,  ///< not a list, or not a picture that can be decoded
  kShrunk,     ///< the list has lost more than half of its wallets
};
inline constexpr std::size_t kReasons = 8;

/// Returns the label of a reason, such as "unreachable".
[[nodiscard]] std::string_view NameOf(Reason reason);

/// Failures by Reason.
using Counts = std::array<std::uint64_t, kReasons>;

/// A failure.
struct Failure {
  Reason reason{};
  std::string words;  ///< for the log; contains nothing of the response
};

}  // namespace prichal::wallets

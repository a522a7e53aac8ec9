#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace prichal::wallets {

/// Why a list or a picture was not taken. A fixed set: metrics count by it.
enum class Reason : std::uint8_t {
  kAddress,      ///< its host has no address that may be connected to
  kUnreachable,  ///< nobody answers there
  kTls,          ///< whoever answers cannot prove that it is that host
  kTimeout,
  kTooLarge,
  kStatus,     ///< an answer other than 200
  kMalformed,  ///< not a list; not a picture that can be made an icon of
  kShrunk,     ///< a list that has lost more than half of its wallets
};
inline constexpr std::size_t kReasons = 8;

/// As metrics have it: "unreachable".
[[nodiscard]] std::string_view NameOf(Reason reason);

/// How many there were of each.
using Counts = std::array<std::uint64_t, kReasons>;

struct Failure {
  Reason reason{};
  std::string words;  ///< for a log; has nothing of what was sent
};

}  // namespace prichal::wallets

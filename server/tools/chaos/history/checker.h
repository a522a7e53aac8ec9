#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "chaos/history/history.h"

namespace prichal::chaos {

/// Rules that a bridge must not violate (docs/api/openapi.yaml; TON Connect's bridge
/// specification).
enum class Rule : std::uint8_t {
  /// Acknowledged and not expired, but not delivered to a reader that returned or was connected.
  kLost,
  kDoubled,       ///< delivered twice on one stream, or again after the cursor passed it
  kTwoIds,        ///< one message with two event IDs
  kMisdelivered,  ///< delivered to a reader of another mailbox
  kReordered,     ///< a smaller ID than a message that was acknowledged before this one was sent
  kFallingId,     ///< IDs of a stream do not increase, or are not above its cursor
  kThinAir,       ///< delivered before it was sent
  kAltered,       ///< sender or body differ from the sent ones
  kRefused,       ///< delivered although all its attempts were rejected
  kExpired,       ///< delivered after its TTL
  kLate,          ///< the first message of its mailbox after recovery came too late
};

/// Name of the rule for reports.
[[nodiscard]] std::string_view NameOf(Rule rule);

/// A violation of a rule.
struct Fault {
  Rule rule;
  std::string what;  ///< names message, reader and stream
};

/// Tolerances of Check().
struct CheckOptions {
  /// Tolerance of a TTL, which begins between request and response.
  Nanos ttl_slack = 2'000'000'000;
  /// Maximum time from the response to the delivery on an open stream.
  Nanos patience = 10'000'000'000;
  /// Allows different IDs of one message on different streams or after a repeated delivery. Needed
  /// if IDs are per stream, or if the store can lose data (Valkey, a failover).
  bool two_ids = false;
  /// Times of recovery after a fault. After each, or after its sending if later, the next new
  /// message of each mailbox must be delivered within `recovers`.
  std::vector<Nanos> well_again = {};
  Nanos recovers = 2'000'000'000;
};

/// Violations found, and statistics of the history.
struct Verdict {
  std::vector<Fault> faults;  ///< the first ones of each rule
  std::map<Rule, std::uint64_t> counts;
  std::uint64_t posts = 0;
  std::uint64_t acknowledged = 0;
  std::uint64_t unknown = 0;
  std::uint64_t refused = 0;
  std::uint64_t streams = 0;
  std::uint64_t returns = 0;  ///< streams with a cursor
  std::uint64_t deliveries = 0;
  std::uint64_t owed = 0;      ///< pairs of message and reader that required a delivery
  Nanos longest = 0;           ///< from response to delivery on a stream that was already open
  Nanos slowest_recovery = 0;  ///< longest recovery; see CheckOptions::well_again

  [[nodiscard]] bool good() const { return counts.empty(); }
  /// Number of lost messages.
  [[nodiscard]] std::uint64_t lost() const;
};

/// Checks a history. Takes linear time, because event IDs determine the order.
[[nodiscard]] Verdict Check(const History& history, const CheckOptions& options = {});

}  // namespace prichal::chaos

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "chaos/history/history.h"

namespace prichal::chaos {

/// What a bridge must not do (docs/http-api.md; TON Connect's specification of the bridge).
enum class Rule : std::uint8_t {
  kLost,          ///< acknowledged, alive, and not given to one who came or listened
  kDoubled,       ///< given twice on one stream, or again behind the cursor that covers it
  kTwoIds,        ///< one message under two event ids
  kMisdelivered,  ///< given to one who does not listen to its mailbox
  kReordered,     ///< smaller id than one that had been answered before it was sent
  kFallingId,     ///< ids of a stream do not grow, or are not behind its cursor
  kThinAir,       ///< nobody had sent it when it came
  kAltered,       ///< sender or body are not as they were sent
  kRefused,       ///< its sender was told that it is not taken
  kExpired,       ///< given after its ttl
  kLate,          ///< the first of its mailbox, too long after all was well again
};

[[nodiscard]] std::string_view NameOf(Rule rule);

struct Fault {
  Rule rule;
  std::string what;  ///< names message, reader and stream
};

struct CheckOptions {
  /// What a ttl may be longer or shorter by: it begins between request and answer.
  Nanos ttl_slack = 2'000'000'000;
  /// Within this after its answer a message reaches who listens.
  Nanos patience = 10'000'000'000;
  /// One message may have another id on another stream, and may come again under another one: where
  /// ids belong to streams, or a store may forget (Valkey, a failover).
  bool two_ids = false;
  /// When all was well again after a fault; from each of them on, or from its sending if that is
  /// later, the next message of a mailbox that nobody had been given may take so long.
  std::vector<Nanos> well_again = {};
  Nanos recovers = 2'000'000'000;
};

/// What was found, and what it was found in.
struct Verdict {
  std::vector<Fault> faults;  ///< the first of each rule
  std::map<Rule, std::uint64_t> counts;
  std::uint64_t posts = 0;
  std::uint64_t acknowledged = 0;
  std::uint64_t unknown = 0;
  std::uint64_t refused = 0;
  std::uint64_t streams = 0;
  std::uint64_t returns = 0;  ///< streams with a cursor
  std::uint64_t deliveries = 0;
  std::uint64_t owed = 0;      ///< pairs of message and reader that had to meet
  Nanos longest = 0;           ///< from answer to delivery on a stream that was open before
  Nanos slowest_recovery = 0;  ///< of CheckOptions::well_again

  [[nodiscard]] bool good() const { return counts.empty(); }
  [[nodiscard]] std::uint64_t lost() const;
};

/// In time that grows with the events: ids say the order, nothing is searched.
[[nodiscard]] Verdict Check(const History& history, const CheckOptions& options = {});

}  // namespace prichal::chaos

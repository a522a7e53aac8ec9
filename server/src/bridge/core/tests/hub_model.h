#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "bridge/core/broker.h"
#include "bridge/core/client_id.h"
#include "bridge/core/envelope.h"
#include "bridge/core/request_source.h"
#include "bridge/core/stream_merge.h"

// The model of HubSimulation: messages and clients without mailboxes, which the test compares with
// the hubs.

namespace prichal::bridge {

inline constexpr std::uint32_t kShards = 3;
inline constexpr std::size_t kReceivers = 6;
inline constexpr std::size_t kClients = 4;
inline constexpr Millis kTtlMax{300'000};
/// An expired message leaves within a second (ExpiryRing), counted from the next second.
inline constexpr Millis kLate{2'000};
inline constexpr Millis kHold{30'000};  ///< lifetime of messages with TTL 0, for streams that catch
                                        ///< up

using Step = std::uint64_t;

inline ClientId Receiver(std::size_t number) {
  return *ClientId::Parse(std::string(64, "abcdef"[number]));
}

/// Makes a message of one of two senders, with one of two request sources or none.
inline Envelope EnvelopeAt(Step step) {
  static const std::array<SharedBytes, 3> kSources{nullptr, Share("b25l"), Share("dHdv")};
  return Envelope::Make(Receiver(step % 2), "trace", std::to_string(step), kSources.at(step % 3));
}

inline std::uint32_t ShardOf(std::size_t receiver) {
  return static_cast<std::uint32_t>(receiver % kShards);
}

/// A message in the model.
struct Known {
  std::size_t to = 0;
  Envelope envelope;
  Millis dies{0};     ///< steady time
  Millis expires{0};  ///< Unix time, as a store keeps it
  Millis kept_from{0};
  bool only_open = false;
  bool acknowledged = false;
  bool gone = false;  ///< expired or evicted
  Sender sender = {};
  Step accepted = 0;
  Step committed = 0;
};

/// A client with its stream, and the tasks between it and each shard.
struct Client {
  std::vector<std::size_t> receivers;
  std::int64_t cursor = 0;
  std::vector<std::int64_t> received;  ///< since it got this cursor

  std::uint32_t generation = 0;
  std::optional<Merge> merge;
  std::int64_t opened_with = 0;
  std::array<Step, kShards> opened = {};  ///< step at which each shard registered the stream; 0:
                                          ///< not yet
  std::array<std::deque<Batch>, kShards> arriving;
  std::array<std::deque<std::function<void()>>, kShards> leaving;
  /// Watermarks that were read, and the batches that must arrive before they apply.
  struct Round {
    std::int64_t last = 0;
    std::vector<std::int64_t> watermarks;
    std::array<std::size_t, kShards> arriving;
  };
  std::optional<Round> round;
};

}  // namespace prichal::bridge

#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/client_id.h"
#include "base/clock.h"
#include "bridge/delivery.h"
#include "bridge/frames.h"
#include "bridge/merge.h"

// For tests: what stands beside some hubs and is compared with them. It knows messages and clients,
// and no mailbox.

namespace prichal::bridge {

inline constexpr std::uint32_t kHomes = 3;
inline constexpr std::size_t kReceivers = 6;
inline constexpr std::size_t kClients = 4;
inline constexpr Millis kTtlMax{300'000};
/// What is due leaves within a second of it (ExpiryRing), seen from the second after.
inline constexpr Millis kLate{2'000};
inline constexpr Millis kHold{30'000};  ///< of ttl 0, for who still catches up

using Step = std::uint64_t;

inline ClientId Receiver(std::size_t number) {
  return *ClientId::Parse(std::string(64, "abcdef"[number]));
}

/// From one of two senders; without a source, or with one of two.
inline std::string EnvelopeAt(Step step) {
  static constexpr std::array<std::string_view, 3> kSources{"", "b25l", "dHdv"};
  return Envelope(Receiver(step % 2), std::to_string(step), "trace", kSources.at(step % 3));
}

inline std::uint32_t HomeOf(std::size_t receiver) {
  return static_cast<std::uint32_t>(receiver % kHomes);
}

/// What the model knows of a message.
struct Known {
  std::size_t to = 0;
  SharedBytes frame;
  Millis dies{0};     ///< steady time
  Millis expires{0};  ///< unix time, as a store keeps it
  Millis kept_from{0};
  bool only_open = false;
  bool acknowledged = false;
  bool gone = false;  ///< expired or confirmed
  int given_to = 0;
  Step accepted = 0;
  Step settled = 0;
};

/// A client with its stream, and the hops between it and each home.
struct Client {
  std::vector<std::size_t> receivers;
  std::int64_t cursor = 0;
  std::vector<std::int64_t> received;  ///< with this cursor's history

  std::uint32_t generation = 0;
  std::optional<Merge> merge;
  std::int64_t opened_with = 0;
  std::array<Step, kHomes> opened = {};  ///< when each home has heard of it; 0: not yet
  std::set<std::int64_t> confirmed_before;
  std::array<std::deque<Batch>, kHomes> arriving;
  std::array<std::deque<std::function<void()>>, kHomes> leaving;
};

}  // namespace prichal::bridge

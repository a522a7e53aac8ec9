#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sip_hash.h"
#include "signin/token/dpop.h"

namespace prichal::app {

/// The DPoP proofs that this process has seen, in 4 MiB that all loops write without a lock. When
/// full, reports unseen proofs as replays (fails closed).
///
/// Instances do not share the table: a proof that leaked on its way can be used once at each
/// instance within the minute that it lives (RFC 9449 section 11.1 allows that).
class DpopReplayTable final : public token::DpopReplays {
 public:
  DpopReplayTable() : sets_(kSets) {}

  [[nodiscard]] bool InsertIfAbsent(const Id& id, std::chrono::seconds until) override;
  /// Time is told once a turn and not with each call, as tables of loops are told it.
  void SetNow(std::chrono::seconds now) { now_.store(now.count(), std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kSets = 64 * 1024;
  static constexpr std::size_t kWays = 8;
  /// Upper bits: of the proof's hash. Lower ones: until when, in seconds. 0: empty.
  using Entry = std::uint64_t;
  struct alignas(64) Set {
    std::array<std::atomic<Entry>, kWays> entries{};
  };

  SipHash hash_;
  std::vector<Set> sets_;
  std::atomic<std::int64_t> now_{0};
};

}  // namespace prichal::app

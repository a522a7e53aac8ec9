#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/counter.h"

namespace prichal::signin {

/// The kinds of requests whose response time is measured.
enum class AuthKind : std::uint8_t { kTelegram, kTon, kChallenge, kRefresh };
inline constexpr std::array<std::string_view, 4> kAuthKindNames{"telegram", "ton", "challenge",
                                                                "refresh"};

/// The upper bounds of the histogram of response times, in microseconds.
inline constexpr std::array<std::uint64_t, 11> kAuthMicrosBounds{
    100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 100'000, 250'000, 1'000'000};

/// A histogram of response times, with their sum in microseconds. `Number` is Counter while
/// counting, and a plain number in sums.
template <typename Number>
struct AuthTimes {
  std::array<Number, kAuthMicrosBounds.size() + 1> by_micros{};
  Number micros{};
};

/// The sums of AuthCounters over all loops.
struct AuthNumbers {
  std::map<std::string, std::uint64_t> answers;
  std::array<AuthTimes<std::uint64_t>, kAuthKindNames.size()> times{};
  std::uint64_t challenges_used = 0;
};

/// The counters of one loop. Written on that loop, read by any thread without a lock.
class AuthCounters {
 public:
  AuthCounters() {
    // The first slot needs no search, because this is the most frequent code.
    slots_.front().code = "verified";
    used_.store(1, std::memory_order_relaxed);
  }

  /// Counts an outcome. `code`: that of a Problem, or of a success such as "signed_in". It must be
  /// a literal.
  void Count(std::string_view code) {
    const std::size_t used = used_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < used; ++i) {
      if (slots_[i].code == code) return slots_[i].times.Add();
    }
    if (used == slots_.size() - 1) return slots_.back().times.Add();
    slots_[used].code = code;
    slots_[used].times.Add();
    // Release: a reader that sees the slot also sees its contents.
    used_.store(used + 1, std::memory_order_release);
  }
  /// Records the time of a response.
  void Took(AuthKind kind, std::chrono::microseconds time) {
    auto& times = times_.at(static_cast<std::size_t>(kind));
    const auto micros = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
    const auto* bound =
        std::lower_bound(kAuthMicrosBounds.begin(), kAuthMicrosBounds.end(), micros);
    times.by_micros.at(static_cast<std::size_t>(bound - kAuthMicrosBounds.begin())).Add();
    times.micros.Add(micros);
  }
  /// Counts a 204 of /auth/verify, as "verified".
  void CountVerified() { slots_.front().times.Add(); }
  /// Counts a challenge that was used for the first time.
  void CountUsedChallenge() { challenges_used.Add(); }

  /// Adds the counters to `sums`.
  void AddTo(AuthNumbers& sums) const {
    const std::size_t used = used_.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < used; ++i) {
      sums.answers[std::string(slots_[i].code)] += slots_[i].times.Get();
    }
    const std::uint64_t others = slots_.back().times.Get();
    if (others > 0) sums.answers["other"] += others;
    for (std::size_t kind = 0; kind < times_.size(); ++kind) {
      for (std::size_t i = 0; i < times_[kind].by_micros.size(); ++i) {
        sums.times.at(kind).by_micros.at(i) += times_[kind].by_micros.at(i).Get();
      }
      sums.times.at(kind).micros += times_[kind].micros.Get();
    }
    sums.challenges_used += challenges_used.Get();
  }

 private:
  struct Slot {
    std::string_view code;
    Counter times;
  };

  /// More slots than codes exist. The last one counts codes that find no slot.
  std::array<Slot, 128> slots_;
  std::atomic<std::size_t> used_{0};
  std::array<AuthTimes<Counter>, kAuthKindNames.size()> times_;
  Counter challenges_used;
};

}  // namespace prichal::signin

#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/counter.h"

namespace prichal::app {

/// What has become of requests to sign in, on one loop. Written there, read by any thread. A lock
/// is taken once for each answer that is not a success of /auth/verify, by nobody else but a
/// scrape.
class AuthCounters {
 public:
  /// `code`: of a Problem, or of a success such as "signed_in"; of a fixed set.
  void Count(std::string_view code) {
    const std::lock_guard lock(mutex_);
    ++by_code_[code];
  }
  /// A 204 of /auth/verify, as "verified".
  void CountVerified() { verified_.Add(); }
  /// Adds them to `sums`.
  void AddTo(std::map<std::string, std::uint64_t>& sums) const {
    if (verified_.Get() > 0) sums["verified"] += verified_.Get();
    const std::lock_guard lock(mutex_);
    for (const auto& [code, count] : by_code_) sums[std::string(code)] += count;
  }

 private:
  Counter verified_;
  mutable std::mutex mutex_;
  std::map<std::string_view, std::uint64_t> by_code_;
};

}  // namespace prichal::app

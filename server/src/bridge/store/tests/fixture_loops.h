#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/tests/fixture_await.h"
#include "bridge/store/store.h"

namespace prichal::bridge::store {

/// Test double of the loops that a store posts to. The test's thread runs all of them.
class FixtureLoops {
 public:
  [[nodiscard]] Store::PostTo Port() {
    return [this](std::uint32_t loop, Task task) {
      const std::lock_guard lock(mutex_);
      tasks_.emplace_back(loop, std::move(task));
      condition_.notify_one();
    };
  }

  /// Runs posted tasks until `enough` returns true. False if that takes longer than WaitTimeout().
  bool RunUntil(const std::function<bool()>& enough) {
    const auto deadline = std::chrono::steady_clock::now() + WaitTimeout();
    while (!enough()) {
      std::unique_lock lock(mutex_);
      if (!condition_.wait_until(lock, deadline, [this] { return !tasks_.empty(); })) return false;
      auto tasks = std::exchange(tasks_, {});
      lock.unlock();
      for (auto& [loop, task] : tasks) {
        running_ = loop;
        ++posted_;
        task();
      }
    }
    return true;
  }

  /// The loop whose task is running.
  [[nodiscard]] std::uint32_t running() const { return running_; }
  [[nodiscard]] std::size_t posted() const { return posted_; }

 private:
  std::mutex mutex_;
  std::condition_variable condition_;
  std::vector<std::pair<std::uint32_t, Task>> tasks_;
  std::uint32_t running_ = 0;
  std::size_t posted_ = 0;
};

inline constexpr Millis kFixtureNow{1'700'000'000'000};

inline Fingerprint FixtureFingerprint(std::int64_t id) {
  static const Fingerprints fingerprints;
  return fingerprints.Compute({std::to_string(id)});
}

inline Record FixtureRecord(std::int64_t id, Millis expires = kFixtureNow + Millis(300'000),
                            std::size_t bytes = 600) {
  const ClientId from = *ClientId::Parse(std::string(64, "abcdef"[id % 6]));
  const SharedBytes source = id % 2 == 0 ? Share("c291cmNl") : nullptr;
  return {.to = *ClientId::Parse(std::string(63, 'a') + "0123456789abcdef"[id % 16]),
          .event_id = id,
          .expires = expires,
          .envelope =
              Envelope::Make(from, "trace-" + std::to_string(id), std::string(bytes, 'x'), source),
          .fingerprint = FixtureFingerprint(id)};
}

/// Loads a store and returns the event IDs. Expects them in order.
inline std::vector<std::int64_t> LoadIds(Store& store, Millis now = kFixtureNow) {
  std::vector<std::int64_t> ids;
  const auto loaded =
      store.Load(now, [&](const Record& record) { ids.push_back(record.event_id); });
  EXPECT_TRUE(loaded) << loaded.error();
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_EQ(loaded.value_or(Loaded{}).messages, ids.size());
  return ids;
}

}  // namespace prichal::bridge::store

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "bridge/store/store.h"

namespace prichal::chaos {

/// Replaces the event loops to which a store posts completions; one thread runs all tasks.
class TaskQueue {
 public:
  /// Returns the function with which a store posts completions to this queue.
  [[nodiscard]] bridge::store::Store::PostTo Port() {
    return [this](std::uint32_t /*loop*/, Task task) {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
      posted_.notify_one();
    };
  }

  /// Runs posted tasks until `enough` returns true. Returns false on timeout.
  [[nodiscard]] bool RunUntil(const std::function<bool()>& enough) {
    const auto deadline = std::chrono::steady_clock::now() + kMostTime;
    while (!enough()) {
      std::unique_lock lock(mutex_);
      if (!posted_.wait_until(lock, deadline, [this] { return !tasks_.empty(); })) return false;
      auto tasks = std::exchange(tasks_, {});
      lock.unlock();
      for (Task& task : tasks) task();
    }
    return true;
  }

 private:
  static constexpr std::chrono::seconds kMostTime{60};

  std::mutex mutex_;
  std::condition_variable posted_;
  std::vector<Task> tasks_;
};

}  // namespace prichal::chaos

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/unique_function.h"

namespace prichal::http {

/// Tasks that other threads have posted to one loop. Any thread pushes, without a lock; the loop's
/// thread runs them in the order of arrival. The number is limited, so that a slow loop does not
/// use unlimited memory.
class Mailbox {
 public:
  explicit Mailbox(std::size_t bound) : bound_(bound) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  /// Drops the tasks that have not run.
  ~Mailbox();

  enum class Pushed {
    kFirst,  ///< the mailbox was empty: wake the loop
    kMore,   ///< not empty: the loop has been woken already
    kFull,   ///< the task was dropped
  };
  /// Any thread. `past_bound`: ignores the limit; never returns kFull.
  [[nodiscard]] Pushed Push(Task task, bool past_bound);

  /// Number of dropped tasks. Any thread.
  [[nodiscard]] std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

  /// Runs the tasks that were present when the call began. The loop's thread.
  void RunAll();

 private:
  using Cell = Task::Cell;

  /// Removes and returns all tasks, oldest first.
  [[nodiscard]] Cell* TakeAll();

  const std::size_t bound_;
  std::atomic<Cell*> newest_{nullptr};
  std::atomic<std::size_t> count_{0};
  std::atomic<std::uint64_t> refused_{0};
};

}  // namespace prichal::http

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/unique_function.h"

namespace prichal::net {

/// The tasks that other threads have posted to one loop. Any thread pushes, without a lock. The
/// loop's thread runs them in the order of arrival. Their number is bounded: senders to a loop that
/// falls behind get kFull, and memory does not grow.
class Mailbox {
 public:
  explicit Mailbox(std::size_t bound) : bound_(bound) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  /// Drops what was not run.
  ~Mailbox();

  enum class Pushed {
    kFirst,  ///< the mailbox was empty: wake the loop
    kMore,   ///< another task has woken it already
    kFull,   ///< dropped
  };
  /// Any thread. `past_bound`: never kFull.
  [[nodiscard]] Pushed Push(Task task, bool past_bound);

  /// How many were kFull. Any thread.
  [[nodiscard]] std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

  /// The loop's thread: runs what was there when the call began.
  void RunAll();

 private:
  using Cell = Task::Cell;

  /// Everything pushed, oldest first.
  [[nodiscard]] Cell* TakeAll();

  const std::size_t bound_;
  std::atomic<Cell*> newest_{nullptr};
  std::atomic<std::size_t> count_{0};
  std::atomic<std::uint64_t> refused_{0};
};

}  // namespace prichal::net

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/wake_queue.h"
#include "store/store.h"

namespace prichal::store {

/// What a loop wants of the writer: to keep a message, or (with `gone`) to drop some.
struct Request {
  std::uint32_t loop = 0;
  std::unique_ptr<Record> record = nullptr;  ///< null with `gone`
  Store::Done done = {};
  std::vector<std::int64_t> gone = {};

  /// What it is counted as against the bound of the queue.
  [[nodiscard]] std::size_t Cost() const;
};

/// Requests on their way from the loops to the one writer, bounded by bytes.
class CommitQueue {
 public:
  explicit CommitQueue(std::size_t most_bytes);
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;
  ~CommitQueue() = default;

  /// Any thread. False: too much waits; the request is as it was.
  [[nodiscard]] bool Push(Request& request);
  /// Any thread, past the bound. Only for requests without a record.
  void PushAlways(Request request) { requests_.Push(std::move(request)); }

  // The writer. See WakeQueue.
  void Wait(Millis most) { requests_.Wait(most); }
  bool TakeAll(std::vector<Request>& into) { return requests_.TakeAll(into); }
  /// Committed: these do not count against the bound any more.
  void Release(std::size_t messages, std::size_t bytes);

  /// Any thread.
  void Wake() { requests_.Wake(); }
  [[nodiscard]] std::size_t messages() const { return messages_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  const std::size_t most_bytes_;
  WakeQueue<Request> requests_;
  std::atomic<std::size_t> messages_{0};
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace prichal::store

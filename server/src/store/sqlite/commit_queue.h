#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/clock.h"
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

/// Requests on their way from the loops to the one writer. Pushing takes no lock, and wakes the
/// writer only when it sleeps: a loop pays for one wake-up a batch. Bounded by bytes.
class CommitQueue {
 public:
  explicit CommitQueue(std::size_t most_bytes);
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;
  /// Drops what the writer has not taken.
  ~CommitQueue();

  /// Any thread. False: too much waits; the request is as it was.
  [[nodiscard]] bool Push(Request& request);
  /// Any thread, past the bound. Only for requests without a record.
  void PushAlways(Request request);

  // The writer.
  /// Sleeps until there is something, Wake() is called, or `most` has passed.
  void Wait(Millis most);
  /// Appends everything that is there to `into`, oldest first. True when there was something.
  bool TakeAll(std::vector<Request>& into);
  /// Committed: these do not count against the bound any more.
  void Release(std::size_t messages, std::size_t bytes);

  /// Any thread.
  void Wake();
  [[nodiscard]] std::size_t messages() const { return messages_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  struct Node;

  void Link(Request request);

  const std::size_t most_bytes_;
  const int wake_fd_;  ///< eventfd(2)
  std::atomic<Node*> newest_{nullptr};
  std::atomic<bool> asleep_{false};
  std::atomic<std::size_t> messages_{0};
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace prichal::store

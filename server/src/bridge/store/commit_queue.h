#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/wake_queue.h"
#include "bridge/store/store.h"

namespace prichal::store {

/// A request of a loop to the writer: a record to store, or (with `gone`) event IDs to remove.
struct Request {
  std::uint32_t loop = 0;
  std::unique_ptr<Record> record = nullptr;  ///< null with `gone`
  Store::Done done = {};
  std::vector<std::int64_t> gone = {};

  /// Bytes that it counts against the limit of the queue.
  [[nodiscard]] std::size_t Cost() const;
};

/// Queue of requests from the loops to the writer, limited by bytes. Lock-free: any thread pushes,
/// the writer's thread takes. Owned by a SqliteStore; outlives its Writer.
class CommitQueue {
 public:
  explicit CommitQueue(std::size_t most_bytes);
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;
  ~CommitQueue() = default;

  /// Adds a request. False if the queue is full; `request` is then unchanged. Any thread.
  [[nodiscard]] bool Push(Request& request);
  /// Adds a request without a record, also if the queue is full. Any thread.
  void PushAlways(Request request) { requests_.Push(std::move(request)); }

  // Writer's thread; see WakeQueue.
  void Wait(Millis most) { requests_.Wait(most); }
  bool TakeAll(std::vector<Request>& into) { return requests_.TakeAll(into); }
  /// Frees the room of requests that were committed.
  void Release(std::size_t messages, std::size_t bytes);

  /// Ends Wait(). Any thread.
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

#include "bridge/store/commit_queue.h"

#include <utility>

namespace prichal::store {
namespace {

/// Beside the bytes of its message: the request, its record, their cells.
constexpr std::size_t kOverhead = 256;

}  // namespace

std::size_t Request::Cost() const {
  return kOverhead + (record == nullptr ? 0 : record->envelope.size());
}

CommitQueue::CommitQueue(std::size_t most_bytes) : most_bytes_(most_bytes) {}

bool CommitQueue::Push(Request& request) {
  const std::size_t cost = request.Cost();
  // The bound may be passed by a few racing loops, which does no harm. One request always fits.
  const std::size_t before = bytes_.load(std::memory_order_relaxed);
  if (before > 0 && before + cost > most_bytes_) return false;
  bytes_.fetch_add(cost, std::memory_order_relaxed);
  messages_.fetch_add(1, std::memory_order_relaxed);
  requests_.Push(std::move(request));
  return true;
}

void CommitQueue::Release(std::size_t messages, std::size_t bytes) {
  messages_.fetch_sub(messages, std::memory_order_relaxed);
  bytes_.fetch_sub(bytes, std::memory_order_relaxed);
}

}  // namespace prichal::store

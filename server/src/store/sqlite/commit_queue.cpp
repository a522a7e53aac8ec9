#include "store/sqlite/commit_queue.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace prichal::store {
namespace {

/// Beside the bytes of its message: the request, its record, their cells.
constexpr std::size_t kOverhead = 256;

int MakeEvent() {
  const int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (fd < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return fd;
}

}  // namespace

struct CommitQueue::Node {
  Request request;
  Node* next = nullptr;
};

std::size_t Request::Cost() const {
  return kOverhead + (record == nullptr ? 0 : record->envelope.size());
}

CommitQueue::CommitQueue(std::size_t most_bytes) : most_bytes_(most_bytes), wake_fd_(MakeEvent()) {}

CommitQueue::~CommitQueue() {
  std::vector<Request> dropped;
  TakeAll(dropped);
  close(wake_fd_);
}

bool CommitQueue::Push(Request& request) {
  const std::size_t cost = request.Cost();
  // The bound may be passed by a few racing loops, which does no harm. One request always fits.
  const std::size_t before = bytes_.load(std::memory_order_relaxed);
  if (before > 0 && before + cost > most_bytes_) return false;
  bytes_.fetch_add(cost, std::memory_order_relaxed);
  messages_.fetch_add(1, std::memory_order_relaxed);
  Link(std::move(request));
  return true;
}

void CommitQueue::PushAlways(Request request) { Link(std::move(request)); }

void CommitQueue::Link(Request request) {
  auto owned = std::make_unique<Node>();
  owned->request = std::move(request);
  Node* node = owned.release();
  node->next = newest_.load(std::memory_order_relaxed);
  // Sequentially consistent, as is the writer's going to sleep: one of the two sees the other.
  while (!newest_.compare_exchange_weak(node->next, node)) {
  }
  if (asleep_.load() && asleep_.exchange(false)) Wake();
}

void CommitQueue::Wake() {
  const std::uint64_t one = 1;
  // Fails only when the counter is full, and then the writer is awake for sure.
  [[maybe_unused]] const auto written = write(wake_fd_, &one, sizeof(one));
}

void CommitQueue::Wait(Millis most) {
  asleep_.store(true);
  if (newest_.load() == nullptr) {
    pollfd event{.fd = wake_fd_, .events = POLLIN, .revents = 0};
    poll(&event, 1, static_cast<int>(most.count()));
  }
  asleep_.store(false);
  std::uint64_t count = 0;
  [[maybe_unused]] const auto taken = read(wake_fd_, &count, sizeof(count));
}

bool CommitQueue::TakeAll(std::vector<Request>& into) {
  Node* node = newest_.exchange(nullptr);
  if (node == nullptr) return false;
  const std::size_t first = into.size();
  while (node != nullptr) {
    const std::unique_ptr<Node> owned(std::exchange(node, node->next));
    into.push_back(std::move(owned->request));
  }
  std::reverse(into.begin() + static_cast<std::ptrdiff_t>(first), into.end());
  return true;
}

void CommitQueue::Release(std::size_t messages, std::size_t bytes) {
  messages_.fetch_sub(messages, std::memory_order_relaxed);
  bytes_.fetch_sub(bytes, std::memory_order_relaxed);
}

}  // namespace prichal::store

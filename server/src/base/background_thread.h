#pragma once

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace prichal {

/// Blocks all signals in the current thread while the object lives. Threads created in this time
/// inherit the mask, so only the main thread receives signals. The destructor restores the mask;
/// create and destroy the object in the same thread.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all{};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

/// An unbounded queue from many producer threads to one consumer thread. Push() takes no lock and
/// wakes the consumer only if it sleeps, so a batch costs one wake-up.
template <typename Item>
class WakeQueue {
 public:
  WakeQueue() : wake_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (wake_fd_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  }
  WakeQueue(const WakeQueue&) = delete;
  WakeQueue& operator=(const WakeQueue&) = delete;
  /// Drops the remaining items. Producers must have stopped.
  ~WakeQueue() {
    std::vector<Item> dropped;
    TakeAll(dropped);
    close(wake_fd_);
  }

  /// Adds an item. Any thread.
  void Push(Item item) {
    auto owned = std::make_unique<Node>(Node{std::move(item)});
    Node* node = owned.release();
    node->next = newest_.load(std::memory_order_relaxed);
    // Sequentially consistent, as is the consumer's store to `asleep_`: one side always sees the
    // other.
    while (!newest_.compare_exchange_weak(node->next, node)) {
    }
    if (asleep_.load() && asleep_.exchange(false)) Wake();
  }

  /// Ends the consumer's current or next Wait(). Any thread.
  void Wake() {
    const std::uint64_t one = 1;
    // Fails only if the counter is full; then the consumer is already being woken.
    [[maybe_unused]] const auto written = write(wake_fd_, &one, sizeof(one));
  }

  // Only the consumer thread calls the functions below.
  /// Blocks until an item is queued, Wake() is called, or `most` has passed.
  void Wait(Millis most) {
    asleep_.store(true);
    if (newest_.load() == nullptr) {
      pollfd event{.fd = wake_fd_, .events = POLLIN, .revents = 0};
      poll(&event, 1, static_cast<int>(most.count()));
    }
    asleep_.store(false);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = read(wake_fd_, &count, sizeof(count));
  }

  /// Appends all queued items to `into`, oldest first. Returns true if there were any.
  bool TakeAll(std::vector<Item>& into) {
    Node* node = newest_.exchange(nullptr);
    if (node == nullptr) return false;
    const std::size_t first = into.size();
    while (node != nullptr) {
      const std::unique_ptr<Node> owned(std::exchange(node, node->next));
      into.push_back(std::move(owned->item));
    }
    std::reverse(into.begin() + static_cast<std::ptrdiff_t>(first), into.end());
    return true;
  }

 private:
  struct Node {
    Item item;
    Node* next = nullptr;
  };

  const int wake_fd_;  ///< eventfd(2)
  std::atomic<Node*> newest_{nullptr};
  std::atomic<bool> asleep_{false};
};

/// Prepares signal handling. Call it before any thread exists. Ignores SIGPIPE and SIGXFSZ, because
/// writes return these errors. Blocks SIGTERM, SIGINT and SIGHUP for WaitForSignal(). If SIGHUP is
/// ignored, as under nohup, it stays ignored.
void HoldSignals();

/// Action that a signal requests.
enum class Asked {
  kStop,
  kReload,
  kNothing,  ///< timeout
};
/// Result of WaitForSignal().
struct Signal {
  Asked asked = Asked::kNothing;
  int number = 0;  ///< signal(7); 0 after a timeout
};

/// Blocks until a signal arrives, for at most `most`. Empty: no timeout. SIGTERM and SIGINT mean
/// kStop and SIGHUP means kReload, or kStop if the process has lost its terminal. After kStop the
/// signals are unblocked, so a second one ends the process at once.
Signal WaitForSignal(std::optional<Millis> most);

}  // namespace prichal

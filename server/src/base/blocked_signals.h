#pragma once

#include <csignal>

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

}  // namespace prichal

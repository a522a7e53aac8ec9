#pragma once

#include <csignal>

namespace prichal {

/// Signals are the main thread's: a thread that begins while one of these lives gets none, because
/// what a thread blocks, its children block. The thread that made it has its own again afterwards.
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

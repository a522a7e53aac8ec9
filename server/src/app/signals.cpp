#include "app/signals.h"

#include <pthread.h>

#include <csignal>

namespace prichal::app {
namespace {

sigset_t StopSignals() {
  sigset_t signals{};
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

void HoldSignals() {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, nullptr);
  // A write beyond the limit of a file's size is an error of that write.
  sigaction(SIGXFSZ, &ignore, nullptr);
  // Shells start background jobs with SIGINT ignored, and what is ignored cannot be waited for.
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  sigaction(SIGINT, &standard, nullptr);
  const auto signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

int WaitForStop() {
  const auto signals = StopSignals();
  int signal = 0;
  sigwait(&signals, &signal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  return signal;
}

}  // namespace prichal::app

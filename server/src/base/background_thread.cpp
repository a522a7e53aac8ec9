#include "base/background_thread.h"

#include <fcntl.h>
#include <pthread.h>

namespace prichal {
namespace {

/// True if the process has a terminal, which sends SIGHUP when it closes.
bool HasTerminal() {
  const int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal >= 0) close(terminal);
  return terminal >= 0;
}

sigset_t HeldSignals() {
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
  // A write beyond the file size limit returns an error instead.
  sigaction(SIGXFSZ, &ignore, nullptr);
  // Shells start background jobs with SIGINT ignored, and sigwait(3) does not return ignored
  // signals.
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  sigaction(SIGINT, &standard, nullptr);
  const auto signals = HeldSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

Signal WaitForSignal(std::optional<Millis> most) {
  static const bool had_terminal = HasTerminal();
  const auto signals = HeldSignals();
  int number = -1;
  if (most) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*most);
    const timespec time{.tv_sec = seconds.count(),
                        .tv_nsec = std::chrono::nanoseconds(*most - seconds).count()};
    do {
      number = sigtimedwait(&signals, nullptr, &time);
    } while (number < 0 && errno == EINTR);
    if (number < 0) return {};
  } else {
    sigwait(&signals, &number);
  }
  if (number == SIGHUP && (!had_terminal || HasTerminal())) {
    return {.asked = Asked::kReload, .number = number};
  }
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  return {.asked = Asked::kStop, .number = number};
}

}  // namespace prichal

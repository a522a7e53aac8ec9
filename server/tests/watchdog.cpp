#include "tests/watchdog.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "base/tests/sanitized.h"

namespace prichal {
namespace {

constexpr int kSignal = SIGUSR2;
constexpr std::chrono::seconds kForTheStack{60};

// Written by the signal handler on the test thread, read by the watchdog after `taken` is posted. A
// semaphore is the only way for a signal handler to notify another thread (signal-safety(7)).
std::array<void*, 64> stack;
std::atomic<int> count{0};
sem_t taken;

void TakeStack(int /*signal*/) {
  count = backtrace(stack.data(), static_cast<int>(stack.size()));
  sem_post(&taken);
}

/// Prints "function at file:line" for each frame with addr2line(1), or the address of a frame in
/// another binary.
void PrintStack() {
  Dl_info self{};
  dladdr(reinterpret_cast<void*>(&TakeStack), &self);
  std::string command = fmt::format("addr2line -e /proc/{}/exe -Cfp", getpid());
  for (int i = 0; i < count; ++i) {
    Dl_info info{};
    void* const address = stack.at(static_cast<std::size_t>(i));
    if (dladdr(address, &info) == 0 || info.dli_fbase != self.dli_fbase) continue;
    const auto offset =
        static_cast<const char*>(address) - static_cast<const char*>(self.dli_fbase);
    command += fmt::format(" {:#x}", offset - 1);  // within the call, not after it
  }
  if (std::system(command.c_str()) == 0) return;
  backtrace_symbols_fd(stack.data(), count, STDOUT_FILENO);
}

// "Suite.Name dies of a signal", prepared before the test starts, so that the handler only writes
// it.
std::array<char, 512> last_words{};
std::size_t last_words_size = 0;

void SayLastWords(int signal) {
  (void)!write(STDERR_FILENO, last_words.data(), last_words_size);
  raise(signal);  // the default handler again
}

/// Not with sanitizers, whose own handlers print more.
void NameTheTestThatDies() {
  if (kSanitized) return;
  struct sigaction action {};
  action.sa_handler = SayLastWords;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

Watchdog::Watchdog(std::chrono::seconds most)
    : most_(most), tests_(pthread_self()), thread_([this] { Watch(); }) {
  sem_init(&taken, 0, 0);
  // The first call loads a library, which is not allowed in a signal handler.
  (void)backtrace(stack.data(), 1);
  struct sigaction action {};
  action.sa_handler = TakeStack;
  action.sa_flags = SA_RESTART;
  sigaction(kSignal, &action, nullptr);
  NameTheTestThatDies();
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::OnTestStart(const ::testing::TestInfo& test) {
  const std::lock_guard lock(mutex_);
  running_ = fmt::format("{}.{}", test.test_suite_name(), test.name());
  last_words_size = (running_ + " dies of a signal\n").copy(last_words.data(), last_words.size());
  deadline_ = std::chrono::steady_clock::now() + most_;
  changed_.notify_one();
}

void Watchdog::OnTestEnd(const ::testing::TestInfo& /*test*/) {
  const std::lock_guard lock(mutex_);
  running_.clear();
}

void Watchdog::Watch() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (running_.empty()) {
      changed_.wait(lock);
    } else if (changed_.wait_until(lock, deadline_) == std::cv_status::timeout &&
               !running_.empty() && std::chrono::steady_clock::now() >= deadline_) {
      fmt::print("{} hangs: not done after {} s. It is in\n", running_, most_.count());
      std::fflush(stdout);
      pthread_kill(tests_, kSignal);
      timespec give_up{};
      clock_gettime(CLOCK_MONOTONIC, &give_up);
      give_up.tv_sec += kForTheStack.count();
      while (sem_clockwait(&taken, CLOCK_MONOTONIC, &give_up) != 0 && errno == EINTR) {
      }
      PrintStack();
      std::fflush(stdout);
      std::_Exit(EXIT_FAILURE);
    }
  }
}

}  // namespace prichal

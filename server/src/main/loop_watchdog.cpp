#include "main/loop_watchdog.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>

#include "base/background_thread.h"

namespace prichal::main {
namespace {

/// Checks per watchdog interval, so that one or two late responses do not cause a restart.
constexpr int kBeats = 4;
/// Number of missed checks before the log entry.
constexpr int kTold = 2;

}  // namespace

LoopPulse::LoopPulse(http::Server& server)
    : server_(server), seen_(std::make_shared<Seen>(server.loop_count() + 1)) {
  Ping();
}

bool LoopPulse::Turned() {
  const bool all = std::all_of(seen_->turned.begin(), seen_->turned.end(), [](const auto& turned) {
    return turned.load(std::memory_order_acquire);
  });
  if (all) Ping();
  return all;
}

std::string LoopPulse::Late() const {
  std::string names;
  for (std::size_t i = 0; i < seen_->turned.size(); ++i) {
    if (seen_->turned[i].load(std::memory_order_acquire)) continue;
    if (!names.empty()) names += ", ";
    names += i + 1 == seen_->turned.size() ? "admin" : fmt::format("loop-{}", i);
  }
  return names;
}

void LoopPulse::Ping() {
  for (auto& turned : seen_->turned) turned.store(false, std::memory_order_relaxed);
  server_.PostToEach([this](std::size_t loop) {
    return [seen = seen_, loop] { seen->turned[loop].store(true, std::memory_order_release); };
  });
}

LoopWatchdog::LoopWatchdog(http::Server& server, const Notifier& notifier,
                           std::chrono::microseconds interval, telemetry::Log& log)
    : notifier_(notifier),
      beat_(std::max(interval / kBeats, std::chrono::microseconds(1))),
      log_(log),
      pulse_(server) {
  const BlockedSignals blocked;
  thread_ = std::thread([this] { Watch(); });
  pthread_setname_np(thread_.native_handle(), "watchdog");
}

LoopWatchdog::~LoopWatchdog() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LoopWatchdog::LoopsHaveEnded() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
}

void LoopWatchdog::Watch() {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, beat_, [this] { return ending_; })) Beat();
}

void LoopWatchdog::Beat() {
  if (ended_ || pulse_.Turned()) {
    if (missed_ >= kTold) log_.Write(telemetry::Level::kInfo, "all event loops respond again");
    missed_ = 0;
    notifier_.Feed();
    return;
  }
  if (++missed_ != kTold) return;
  log_.Write(
      telemetry::Level::kError,
      "an event loop hangs; the service manager's watchdog is not notified until it responds",
      {{"loop", pulse_.Late()}});
}

}  // namespace prichal::main

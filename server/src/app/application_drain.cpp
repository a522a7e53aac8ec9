// The graceful shutdown: what ends in which order, and how long each step may take.

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/application.h"

namespace prichal::app {
namespace {

/// Never negative.
Millis TimeLeft(std::chrono::steady_clock::time_point deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  return std::max(Millis(0), std::chrono::duration_cast<Millis>(left));
}

}  // namespace

void Application::Drain() {
  draining_ = true;
  // The loops serve as before meanwhile, newcomers too: balancers still send them.
  if (const auto delay = settings_.server.drain_delay; delay.count() > 0) {
    log_.Write(telemetry::Level::kInfo, "readiness is off, streams go on for now",
               {{"milliseconds", delay.count()}});
    // There is nothing to wait for but the time itself: no balancer says that it has noticed. A
    // second signal ends the process at once, here too.
    std::this_thread::sleep_for(delay);
  }
  wallets_->Stop();
  const auto end = std::chrono::steady_clock::now() + settings_.server.drain_deadline;
  AwaitRefill(end);
  const bool clean = server_->Drain(TimeLeft(end));
  Finish(end);
  log_.Write(clean ? telemetry::Level::kInfo : telemetry::Level::kWarn,
             clean ? "drained" : "drain deadline passed, connections were cut");
}

void Application::AwaitRefill(std::chrono::steady_clock::time_point deadline) {
  // Each loop counts its own messages, and the last count may change on any of them: they are read
  // again and again, as this thread has nothing else to do.
  constexpr Millis kPollInterval{10};
  while (bridge_->RefillPending() > 0) {
    if (std::chrono::steady_clock::now() >= deadline) {
      log_.Write(telemetry::Level::kError,
                 "the new file of messages is incomplete; the messages it lacks are lost",
                 {{"messages", bridge_->RefillPending()}});
      return;
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

void Application::Finish(std::chrono::steady_clock::time_point deadline) {
  if (watchdog_ != nullptr) watchdog_->LoopsHaveEnded();
  // After the loops: what they have handed over is written, though no sender waits for it any more.
  store_->Stop();
  if (auth_ != nullptr) auth_->Stop();
  if (auth_backend_ != nullptr) auth_backend_->Stop();
  if (webhooks_ != nullptr && !webhooks_->Stop(TimeLeft(deadline))) {
    log_.Write(telemetry::Level::kWarn, "webhooks were not all sent",
               {{"dropped", webhooks_->Snapshot().dropped}});
  }
  if (auth_ != nullptr && !auth_->StopTelling(TimeLeft(deadline))) {
    log_.Write(telemetry::Level::kWarn, "webhooks of sign-in were not all sent");
  }
}

}  // namespace prichal::app

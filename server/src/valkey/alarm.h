#pragma once

#include <functional>
#include <utility>

#include "http/loop/timer_wheel.h"

namespace prichal::valkey {

/// A timer that calls a function on its event loop. Schedule it with net::Outbound::Schedule();
/// destroying it cancels it.
class Alarm final : public net::Timer {
 public:
  explicit Alarm(std::function<void()> action) : action_(std::move(action)) {}

 private:
  void OnExpired() override { action_(); }

  std::function<void()> action_;
};

}  // namespace prichal::valkey

#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "http/connection/handler.h"

namespace prichal::bridge {

/// Test double of http::Loop for brokers. RunAll() runs its tasks.
class FakeLoop final : public http::Loop {
 public:
  [[nodiscard]] std::uint32_t index() const override { return 0; }
  [[nodiscard]] Time now() const override { return time; }
  [[nodiscard]] bool draining() const override { return false; }
  [[nodiscard]] bool Post(Task task) override {
    tasks.push_back(std::move(task));
    return true;
  }
  void PostAlways(Task task) override { tasks.push_back(std::move(task)); }
  void Respond(StreamHandle /*request*/, const http::Response& /*response*/) override {}
  [[nodiscard]] http::Stream* FindStream(StreamHandle /*stream*/) override { return nullptr; }
  void Every(Millis /*interval*/, std::function<void()> action) override {
    again.push_back(std::move(action));
  }
  void AroundTasks(std::function<void()> /*before*/, std::function<void()> /*after*/) override {}
  [[nodiscard]] http::Outbound& outbound() override {
    throw std::logic_error("a broker reaches for sockets");
  }

  void RunAll() {
    while (!tasks.empty()) {
      Task task = std::move(tasks.front());
      tasks.pop_front();
      task();
    }
  }

  Time time{.steady = Millis(5'000), .unix_time = Millis(1'700'000'000'000)};
  std::deque<Task> tasks;
  std::vector<std::function<void()>> again;  ///< functions passed to Every()
};

}  // namespace prichal::bridge

#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/fixture_await.h"
#include "http/response_builder.h"
#include "net/server.h"

namespace prichal::testing {

/// For tests: a webhook receiver that records requests and responds as configured.
class HookListener {
 public:
  /// Status that leaves a request without a response.
  static constexpr int kSilence = 0;

  HookListener() : server_({.loops = 1}) {
    const auto bound = server_.Listen({.listen = "127.0.0.1:0", .handler = [this](net::Loop&) {
                                         return std::make_unique<Keeper>(*this);
                                       }});
    address_ = bound.value();
    server_.Start();
  }

  [[nodiscard]] std::string url(const std::string& path) const {
    return "http://" + address_ + path;
  }

  /// Sets the statuses of the next responses, and `then` for all later ones.
  void Say(std::deque<int> statuses, int then = 200) {
    const std::lock_guard lock(mutex_);
    statuses_ = std::move(statuses);
    then_ = then;
  }

  struct Got {
    std::string target;
    std::string lines;  ///< all header lines
    std::string body;
  };
  /// Waits for at least `count` requests and returns all so far.
  [[nodiscard]] std::vector<Got> Wait(std::size_t count) {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, WaitTimeout(), [&] { return got_.size() >= count; });
    EXPECT_GE(got_.size(), count);
    return got_;
  }

 private:
  class Keeper final : public net::Handler {
   public:
    explicit Keeper(HookListener& listener) : listener_(listener) {}
    [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
      return 16UL * 1024 * 1024;
    }
    void Handle(const http::Request& request, net::ResponseWriter& writer) override {
      const int status = listener_.Keep(request);
      if (status == kSilence) return;
      writer.Respond(http::ResponseBuilder(status).Header("Location", "/elsewhere").Empty());
    }

   private:
    HookListener& listener_;
  };

  int Keep(const http::Request& request) {
    const std::lock_guard lock(mutex_);
    got_.push_back({.target = std::string(request.target),
                    .lines = std::string(request.lines),
                    .body = std::string(request.body)});
    came_.notify_all();
    if (statuses_.empty()) return then_;
    const int status = statuses_.front();
    statuses_.pop_front();
    return status;
  }

  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<int> statuses_;
  int then_ = 200;
  std::vector<Got> got_;
  std::string address_;
  net::Server server_;
};

}  // namespace prichal::testing

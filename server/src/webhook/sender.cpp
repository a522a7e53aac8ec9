#include "webhook/sender.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <thread>
#include <utility>

#include "base/blocked_signals.h"
#include "curl/transfers.h"
#include "webhook/queue.h"
#include "webhook/request.h"

namespace prichal::webhook {
namespace {

constexpr Millis kLongestSleep{60'000};

Millis Now() {
  return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

class Sender::Impl {
 public:
  explicit Impl(SenderOptions options)
      : options_(std::move(options)), lines_(options_.targets.size()) {
    const BlockedSignals blocked;
    thread_ = std::thread([this] { Run(); });
    pthread_setname_np(thread_.native_handle(), "webhook");
  }

  void Offer(Delivery delivery) {
    Line& line = lines_.at(delivery.target);
    const std::size_t cost = delivery.Cost();
    // Racing loops may pass the bounds by a few deliveries, which does no harm.
    if (stopping_ || line.deliveries >= options_.most_deliveries ||
        line.bytes + cost > options_.most_bytes) {
      ++dropped_;
      return;
    }
    ++line.deliveries;
    line.bytes += cost;
    if (queue_.Push(std::move(delivery))) transfers_.Wake();
  }

  bool Stop(Millis most) {
    if (!thread_.joinable()) return true;
    ends_at_ = Now() + most;
    stopping_ = true;
    transfers_.Wake();
    thread_.join();
    const std::size_t left = Waiting();
    dropped_ += left;
    for (Line& line : lines_) line.deliveries = 0;
    return left == 0;
  }

  [[nodiscard]] Stats Snapshot() const {
    return {.waiting = Waiting(),
            .delivered = delivered_,
            .retried = retried_,
            .failed = failed_,
            .dropped = dropped_};
  }

 private:
  using Owned = std::unique_ptr<Request>;

  /// What one target has.
  struct Line {
    std::atomic<std::size_t> deliveries{0};  ///< in all
    std::atomic<std::size_t> bytes{0};
    // The thread's own.
    std::deque<Owned> ready = {};
    std::size_t active = 0;
    bool healthy = true;
  };

  [[nodiscard]] std::size_t Waiting() const {
    std::size_t deliveries = 0;
    for (const Line& line : lines_) deliveries += line.deliveries;
    return deliveries;
  }

  void Run() {
    while (true) {
      TakeNew();
      BeginDue();
      // When something has ended, there may be room for more.
      if (transfers_.Advance([this](Owned request, CURLcode code) {
            --LineOf(*request).active;
            Finish(std::move(request), code);
          })) {
        continue;
      }
      if (stopping_ && (Waiting() == 0 || Now() >= ends_at_.load())) break;
      transfers_.Wait(Sleep());
    }
    transfers_.GiveUp([](const Owned& /*dropped*/) {});
  }

  void TakeNew() {
    std::vector<Delivery> deliveries;
    queue_.TakeAll(deliveries);
    for (Delivery& delivery : deliveries) MakeReady(std::make_unique<Request>(std::move(delivery)));
  }

  void MakeReady(Owned request) { LineOf(*request).ready.push_back(std::move(request)); }

  [[nodiscard]] Line& LineOf(const Request& request) {
    return lines_.at(request.delivery().target);
  }

  void BeginDue() {
    while (!paused_.empty() && (stopping_ || paused_.begin()->first <= Now())) {
      MakeReady(std::move(paused_.begin()->second));
      paused_.erase(paused_.begin());
    }
    for (Line& line : lines_) {
      while (!line.ready.empty() && line.active < options_.at_once) {
        Owned request = std::move(line.ready.front());
        line.ready.pop_front();
        Begin(std::move(request));
      }
    }
  }

  void Begin(Owned request) {
    if (request->attempts() > 0) ++retried_;
    Line& line = LineOf(*request);
    if (!transfers_.Begin(request->Prepare(options_.timeout), request)) {
      return GiveUp(*request, "the request could not be made");
    }
    ++line.active;
  }

  void Finish(Owned request, CURLcode code) {
    std::string reason;
    switch (request->Read(code, reason)) {
      case Request::Result::kDelivered:
        ++delivered_;
        Report(request->delivery().target, true, {});
        return Release(request->delivery());
      case Request::Result::kRefused:
        return GiveUp(*request, reason);
      case Request::Result::kAgain:
        break;
    }
    if (stopping_ || request->attempts() >= options_.attempts) return GiveUp(*request, reason);
    Report(request->delivery().target, false, reason);
    const Millis pause = options_.first_pause * (1LL << (request->attempts() - 1));
    paused_.emplace(Now() + pause, std::move(request));
  }

  void GiveUp(const Request& request, const std::string& reason) {
    ++failed_;
    Report(request.delivery().target, false, reason);
    Release(request.delivery());
  }

  void Release(const Delivery& delivery) {
    Line& line = lines_.at(delivery.target);
    line.bytes -= delivery.Cost();
    --line.deliveries;
  }

  void Report(std::size_t target, bool healthy, const std::string& reason) {
    if (std::exchange(lines_.at(target).healthy, healthy) == healthy) return;
    if (options_.on_health) options_.on_health(options_.targets.at(target), healthy, reason);
  }

  [[nodiscard]] Millis Sleep() const {
    Millis until = Now() + kLongestSleep;
    if (!paused_.empty()) until = std::min(until, paused_.begin()->first);
    if (stopping_) until = std::min(until, ends_at_.load());
    return std::max(Millis(0), until - Now());
  }

  const SenderOptions options_;
  Queue queue_;
  std::deque<Line> lines_;  ///< by target
  std::atomic<std::uint64_t> delivered_{0};
  std::atomic<std::uint64_t> retried_{0};
  std::atomic<std::uint64_t> failed_{0};
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<Millis> ends_at_{Millis(0)};

  // The thread's own.
  std::multimap<Millis, Owned> paused_;  ///< by when they are due
  curl::Transfers<Request> transfers_;
  std::thread thread_;
};

Sender::Sender(SenderOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

Sender::~Sender() { Stop(Millis(0)); }

void Sender::Offer(Delivery delivery) { impl_->Offer(std::move(delivery)); }

bool Sender::Stop(Millis most) { return impl_->Stop(most); }

Stats Sender::Snapshot() const { return impl_->Snapshot(); }

}  // namespace prichal::webhook

#include "outbound/sender.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <map>
#include <utility>

namespace prichal::webhook {
namespace {

using curl::Trouble;
using std::chrono::steady_clock;

/// Returns whether another attempt may succeed after a response with this status.
bool IsTemporary(int status) {
  return status >= 500 || status == 408 || status == 425 || status == 429;
}

}  // namespace

class Sender::Impl {
 public:
  Impl(curl::HttpsClient& https, SenderOptions options)
      : options_(std::move(options)),
        targets_(options_.targets.size()),
        drained_(drained_signal_.get_future()),
        requests_(https, SIZE_MAX) {}

  void Offer(Delivery delivery) {
    Target& target = targets_.at(delivery.target);
    const std::size_t cost = delivery.Cost();
    // Racing loops may pass the limits by a few deliveries, which does no harm.
    if (stopping_ || target.deliveries >= options_.most_deliveries ||
        target.bytes + cost > options_.most_bytes) {
      ++dropped_;
      return;
    }
    ++target.deliveries;
    target.bytes += cost;
    requests_.Post([this, delivery = std::move(delivery)]() mutable {
      const std::size_t index = delivery.target;
      targets_.at(index).ready.push_back({.delivery = std::move(delivery)});
      SendReady(index);
    });
  }

  bool Stop(Millis most) {
    if (stopping_.exchange(true)) return true;
    requests_.Post([this] {
      SendPaused(steady_clock::time_point::max());
      ReportDrained();
    });
    drained_.wait_for(most);
    cancelled_ = true;
    requests_.Stop();
    const std::size_t left = Waiting();
    dropped_ += left;
    for (Target& target : targets_) target.deliveries = 0;
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
  struct Pending {
    Delivery delivery;
    std::size_t attempts = 0;
  };
  struct Target {
    std::atomic<std::size_t> deliveries{0};  ///< pending
    std::atomic<std::size_t> bytes{0};       ///< pending
    // Of the client's thread.
    std::deque<Pending> ready = {};
    std::size_t active = 0;
    bool healthy = true;
  };

  [[nodiscard]] std::size_t Waiting() const {
    std::size_t deliveries = 0;
    for (const Target& target : targets_) deliveries += target.deliveries;
    return deliveries;
  }

  // The rest runs on the client's thread.
  void SendReady(std::size_t index) {
    Target& target = targets_.at(index);
    while (!target.ready.empty() && target.active < options_.at_once) {
      Pending pending = std::move(target.ready.front());
      target.ready.pop_front();
      ++target.active;
      Send(std::move(pending));
    }
  }

  void Send(Pending pending) {
    if (pending.attempts++ > 0) ++retried_;
    const Delivery& delivery = pending.delivery;
    curl::Request request{.url = delivery.url,
                          .method = "POST",
                          .lines = {"Content-Type:"},  // removes the type of a form
                          .body = delivery.body,
                          .timeout = options_.timeout,
                          .most_head = SIZE_MAX,
                          .allows_http = true,
                          .discards_body = true};
    auto& lines = request.lines;
    lines.insert(lines.end(), delivery.headers.begin(), delivery.headers.end());
    if (delivery.sign) {
      const auto more = delivery.sign(MachineClock().Now().unix_time);
      lines.insert(lines.end(), more.begin(), more.end());
    }
    requests_.Send(std::move(request),
                   [this, pending = std::move(pending)](const curl::Response& response) mutable {
                     Complete(std::move(pending), response);
                   });
  }

  void Complete(Pending pending, const curl::Response& response) {
    if (cancelled_) return;
    const std::size_t index = pending.delivery.target;
    --targets_.at(index).active;
    Settle(std::move(pending), response);
    SendReady(index);
    ReportDrained();
  }

  void Settle(Pending pending, const curl::Response& response) {
    const Delivery& delivery = pending.delivery;
    if (response.came() && response.status >= 200 && response.status < 300) {
      ++delivered_;
      Report(delivery.target, true, {});
      return Release(delivery);
    }
    const bool may_help =
        response.came() ? IsTemporary(response.status) : response.trouble != Trouble::kAddress;
    const std::string reason =
        response.came() ? "status " + std::to_string(response.status) : response.words;
    Report(delivery.target, false, reason);
    if (!may_help || stopping_ || pending.attempts >= options_.attempts) {
      ++failed_;
      return Release(delivery);
    }
    const Millis pause = options_.first_pause * (1LL << (pending.attempts - 1));
    paused_.emplace(steady_clock::now() + pause, std::move(pending));
    requests_.RunAfter(pause, [this] { SendPaused(steady_clock::now()); });
  }

  /// Sends the paused deliveries that are due at `now`.
  void SendPaused(steady_clock::time_point now) {
    while (!paused_.empty() && paused_.begin()->first <= now) {
      auto due = paused_.extract(paused_.begin());
      const std::size_t index = due.mapped().delivery.target;
      targets_.at(index).ready.push_back(std::move(due.mapped()));
      SendReady(index);
    }
  }

  void Release(const Delivery& delivery) {
    Target& target = targets_.at(delivery.target);
    target.bytes -= delivery.Cost();
    --target.deliveries;
  }

  void Report(std::size_t index, bool healthy, const std::string& reason) {
    if (std::exchange(targets_.at(index).healthy, healthy) == healthy) return;
    if (options_.on_health) options_.on_health(options_.targets.at(index), healthy, reason);
  }

  void ReportDrained() {
    if (stopping_ && Waiting() == 0 && !std::exchange(has_drained_, true)) {
      drained_signal_.set_value();
    }
  }

  const SenderOptions options_;
  std::deque<Target> targets_;
  std::atomic<std::uint64_t> delivered_{0};
  std::atomic<std::uint64_t> retried_{0};
  std::atomic<std::uint64_t> failed_{0};
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> cancelled_{false};  ///< pending deliveries are dropped, not failed
  std::promise<void> drained_signal_;
  std::future<void> drained_;

  // Of the client's thread.
  std::multimap<steady_clock::time_point, Pending> paused_;  ///< by when they are due
  bool has_drained_ = false;
  curl::RequestGroup requests_;  ///< last: its callbacks use the others
};

Sender::Sender(curl::HttpsClient& https, SenderOptions options)
    : impl_(std::make_unique<Impl>(https, std::move(options))) {}

Sender::~Sender() { Stop(Millis(0)); }

void Sender::Enqueue(Delivery delivery) { impl_->Offer(std::move(delivery)); }

bool Sender::Stop(Millis most) { return impl_->Stop(most); }

Stats Sender::Snapshot() const { return impl_->Snapshot(); }

}  // namespace prichal::webhook

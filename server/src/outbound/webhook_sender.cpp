#include "outbound/webhook_sender.h"

#include <fmt/format.h>
#include <sodium/utils.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <map>
#include <optional>
#include <utility>

#include "base/base64.h"
#include "base/bytes.h"
#include "base/encoding.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/telemetry/health_log.h"
#include "outbound/transfer.h"

namespace prichal::outbound {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr std::size_t kLeastBytes = 24;
constexpr std::size_t kMostBytes = 64;

/// Decodes base64 (RFC 4648 section 4) with or without padding. Empty if malformed.
std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.find_first_of("-_") != std::string_view::npos) return std::nullopt;
  if (text.size() % 4 == 0) {
    for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  }
  std::string url(text);
  std::replace(url.begin(), url.end(), '+', '-');
  std::replace(url.begin(), url.end(), '/', '_');
  auto bytes = Base64UrlDecode(url);
  Wipe(url);
  return bytes;
}

std::int64_t Seconds(Millis time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

}  // namespace

Result<StandardSecrets, std::string> StandardSecrets::Parse(std::string_view text) {
  StandardSecrets secrets;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    auto key = line.starts_with(kPrefix) ? DecodeBase64(line.substr(kPrefix.size())) : std::nullopt;
    if (!key || key->size() < kLeastBytes || key->size() > kMostBytes) {
      return Fail(
          fmt::format("line {}: expected whsec_ and the base64 of {} to {} bytes. Fix: create a "
                      "secret with echo whsec_$(openssl rand -base64 32)",
                      number, kLeastBytes, kMostBytes));
    }
    if (secrets.keys_.size() == kMost) {
      return Fail(
          fmt::format("more than {} secrets. Fix: remove those that no receiver uses", kMost));
    }
    secrets.keys_.emplace_back(*key);
    Wipe(*key);
  }
  if (secrets.keys_.empty()) return Fail(std::string("the file has no secret"));
  return secrets;
}

std::string StandardSecrets::SignatureOf(std::string_view id, Millis unix_time,
                                         std::string_view body) const {
  const std::string content = fmt::format("{}.{}.{}", id, Seconds(unix_time), body);
  std::string signatures;
  for (const SecretText& secret : keys_) {
    const Sha256Digest digest = HmacSha256(BytesOf(secret.view())).Compute(BytesOf(content));
    if (!signatures.empty()) signatures += ' ';
    signatures += fmt::format("v1,{}", Base64Encode(digest));
  }
  return signatures;
}

std::vector<std::string> StandardSecrets::HeadersFor(std::string_view id, Millis unix_time,
                                                     std::string_view body) const {
  return {"Content-Type: application/json", fmt::format("webhook-id: {}", id),
          fmt::format("webhook-timestamp: {}", Seconds(unix_time)),
          fmt::format("webhook-signature: {}", SignatureOf(id, unix_time, body))};
}

WebhookSenderOptions::OnHealth WebhookHealthLog(telemetry::Log& log) {
  return [&log](const std::string& target, bool /*healthy*/, const std::string& reason) {
    telemetry::WriteHealth(log, reason, "the webhook accepts requests again",
                           telemetry::Level::kWarn,
                           "the webhook rejects requests or is unreachable", {{"target", target}});
  };
}

std::string NewMessageId() { return fmt::format("msg_{}", NewRandomId()); }

namespace {

using std::chrono::steady_clock;

/// Returns whether another attempt may succeed after a response with this status.
bool IsTemporary(int status) {
  return status >= 500 || status == 408 || status == 425 || status == 429;
}

}  // namespace

class WebhookSender::Impl {
 public:
  Impl(HttpsClient& https, WebhookSenderOptions options)
      : options_(std::move(options)),
        targets_(options_.targets.size()),
        drained_(drained_signal_.get_future()),
        requests_(https, SIZE_MAX) {}

  void Offer(Delivery delivery) {
    Target& target = targets_.at(delivery.target);
    const std::size_t cost = delivery.Cost();
    // Concurrent loops may exceed the limits by a few deliveries, which is harmless.
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

  [[nodiscard]] WebhookStats Snapshot() const {
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
    // Used on the client's thread only.
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
    Request request{.url = delivery.url,
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
                   [this, pending = std::move(pending)](const Response& response) mutable {
                     Complete(std::move(pending), response);
                   });
  }

  void Complete(Pending pending, const Response& response) {
    if (cancelled_) return;
    const std::size_t index = pending.delivery.target;
    --targets_.at(index).active;
    Settle(std::move(pending), response);
    SendReady(index);
    ReportDrained();
  }

  void Settle(Pending pending, const Response& response) {
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

  const WebhookSenderOptions options_;
  std::deque<Target> targets_;
  std::atomic<std::uint64_t> delivered_{0};
  std::atomic<std::uint64_t> retried_{0};
  std::atomic<std::uint64_t> failed_{0};
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> cancelled_{false};  ///< pending deliveries are dropped, not failed
  std::promise<void> drained_signal_;
  std::future<void> drained_;

  // Used on the client's thread only.
  std::multimap<steady_clock::time_point, Pending> paused_;  ///< by due time
  bool has_drained_ = false;
  RequestGroup requests_;  ///< last: its callbacks use the others
};

WebhookSender::WebhookSender(HttpsClient& https, WebhookSenderOptions options)
    : impl_(std::make_unique<Impl>(https, std::move(options))) {}

WebhookSender::~WebhookSender() { Stop(Millis(0)); }

void WebhookSender::Enqueue(Delivery delivery) { impl_->Offer(std::move(delivery)); }

bool WebhookSender::Stop(Millis most) { return impl_->Stop(most); }

WebhookStats WebhookSender::Snapshot() const { return impl_->Snapshot(); }

}  // namespace prichal::outbound

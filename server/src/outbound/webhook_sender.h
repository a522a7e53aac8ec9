// Sends webhooks to other servers, with retries, and signs them (Standard Webhooks,
// https://www.standardwebhooks.com). Loops make deliveries; the HTTPS client's thread sends them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/telemetry/log.h"
#include "outbound/https_client.h"

namespace prichal::outbound {

/// One POST to another server. A value that is moved to the sender, which retries it.
struct Delivery {
  std::size_t target = 0;  ///< index into SenderOptions::targets
  std::string url;         ///< may contain a secret of the target: never logged
  std::string body;
  std::vector<std::string> headers;  ///< "Name: value"
  /// Makes further headers for each attempt, such as a signature of its time. Called on the HTTPS
  /// client's thread. Empty if none.
  std::function<std::vector<std::string>(Millis unix_time)> sign = {};

  /// Returns its size in bytes as counted against the limit of its target.
  [[nodiscard]] std::size_t Cost() const { return 512 + url.size() + body.size(); }
};

/// The secrets that sign webhooks: `whsec_` and the base64 of 24 to 64 bytes each. During a
/// rotation there are several, and a receiver accepts any of the signatures. Immutable; any thread.
class StandardSecrets {
 public:
  /// Most secrets; the header of more signatures would be rejected by receivers.
  static constexpr std::size_t kMost = 8;

  /// Parses the text of a file with one secret on each line. Empty lines and lines that begin with
  /// # are ignored. The error names the line and the reason, and contains nothing of a secret.
  [[nodiscard]] static Result<StandardSecrets, std::string> Parse(std::string_view text);

  /// Returns the value of webhook-signature: for each secret, in the order of the file, `v1,` and
  /// the base64 of the HMAC-SHA256 of `id.seconds.body`, separated by spaces.
  [[nodiscard]] std::string SignatureOf(std::string_view id, Millis unix_time,
                                        std::string_view body) const;

  /// Returns all headers of a delivery: content type, id, timestamp and signature.
  [[nodiscard]] std::vector<std::string> HeadersFor(std::string_view id, Millis unix_time,
                                                    std::string_view body) const;

 private:
  std::vector<SecretText> keys_;
};

/// Returns a new message id: `msg_` and 128 random bits. Retries keep the id, so that receivers can
/// deduplicate.
[[nodiscard]] std::string NewMessageId();

/// How deliveries are sent. Each target has its own limits, so a dead target does not affect the
/// others.
struct WebhookSenderOptions {
  /// Names of the targets for the log; never their URLs.
  std::vector<std::string> targets = {};
  Millis timeout{5'000};                 ///< timeout of one attempt, connecting included
  std::size_t attempts = 5;              ///< attempts per delivery
  Millis first_pause{500};               ///< pause before the second attempt; doubles each time
  std::size_t most_deliveries = 10'000;  ///< limit of pending deliveries per target; further ones
                                         ///< are dropped
  std::size_t most_bytes = SIZE_MAX;     ///< limit of pending bytes per target
  std::size_t at_once = 16;              ///< concurrent requests per target
  /// Called when a target begins to fail and when it works again, on the HTTPS client's thread.
  using OnHealth =
      std::function<void(const std::string& target, bool healthy, const std::string& reason)>;
  OnHealth on_health = {};
};

/// Logs the health of the targets. `log` must outlive the sender.
[[nodiscard]] WebhookSenderOptions::OnHealth WebhookHealthLog(telemetry::Log& log);

/// Counters of a sender at one moment.
struct WebhookStats {
  std::uint64_t waiting = 0;    ///< pending deliveries
  std::uint64_t delivered = 0;  ///< accepted by their target
  std::uint64_t retried = 0;    ///< attempts after the first
  std::uint64_t failed = 0;     ///< failed in the last attempt, or permanently
  std::uint64_t dropped = 0;    ///< over a limit, or pending when the sender stopped
};

/// Sends deliveries through the HTTPS client, several concurrently, and retries temporary failures
/// after a pause. A redirect is a failure. Order is not kept. Enqueue() never waits, so loops can
/// call it. Create it after the client and destroy it before.
class WebhookSender {
 public:
  /// `https` must outlive this.
  WebhookSender(HttpsClient& https, WebhookSenderOptions options);
  WebhookSender(const WebhookSender&) = delete;
  WebhookSender& operator=(const WebhookSender&) = delete;
  /// Calls Stop() with no time.
  ~WebhookSender();

  /// Queues a delivery. If its target is over a limit, drops and counts it. Any thread; takes no
  /// lock.
  void Enqueue(Delivery delivery);

  /// Sends pending deliveries once more each and without pauses, until none is left or `most` has
  /// passed. Drops and counts the rest. Returns whether none was dropped. A second call does
  /// nothing.
  bool Stop(Millis most);

  /// Returns the counters. Any thread.
  [[nodiscard]] WebhookStats Snapshot() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::outbound

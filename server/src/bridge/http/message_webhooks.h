// Webhooks of the bridge: the deliveries for a message.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/settings.h"
#include "outbound/webhook_sender.h"

namespace prichal::bridge {

/// Makes the deliveries of a message. Immutable; any thread.
class Notices {
 public:
  /// `settings`: the webhooks of the configuration.
  explicit Notices(const config::Settings::Bridge& settings)
      : urls_(settings.webhook_url),
        copy_to_(settings.copy_to_url),
        secret_(settings.webhook_secret) {}

  /// True if there are no webhooks.
  [[nodiscard]] bool empty() const { return urls_.empty() && copy_to_.empty(); }

  /// Returns the name of each target, by Delivery::target.
  [[nodiscard]] std::vector<std::string> Targets() const;

  /// An accepted message.
  struct Message {
    std::string_view from;               ///< client id
    const std::string* topic = nullptr;  ///< null if it has none
    std::string_view query;              ///< of the request, raw
    std::string_view body;
  };
  /// Returns the deliveries of a message. Empty if none.
  [[nodiscard]] std::vector<outbound::Delivery> For(const Message& message) const;

 private:
  [[nodiscard]] outbound::Delivery Told(std::size_t target, const Message& message) const;
  [[nodiscard]] outbound::Delivery Copied(const Message& message) const;

  const std::vector<std::string> urls_;  ///< notified of messages with a topic
  const std::string copy_to_;            ///< receives a copy of every message; empty: none
  const std::string secret_;             ///< signs deliveries to `urls_`; empty: unsigned
};

/// Returns the value of X-Hub-Signature-256: "sha256=" and the HMAC-SHA256 of `body` under `secret`
/// in hex.
[[nodiscard]] std::string SignatureOf(std::string_view secret, std::string_view body);

}  // namespace prichal::bridge

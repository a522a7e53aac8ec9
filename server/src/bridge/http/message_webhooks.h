// Webhooks of the bridge: the deliveries for a message.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "outbound/webhook_sender.h"

namespace prichal::bridge {

/// The servers that receive webhooks of messages, as configured.
struct NoticeOptions {
  std::vector<std::string> urls = {};  ///< notified of messages with a topic
  std::string copy_to = {};            ///< receives a copy of every message; empty: none
  std::string secret = {};             ///< signs deliveries to `urls`; empty: unsigned
};

/// Makes the deliveries of a message. Immutable; any thread.
class Notices {
 public:
  explicit Notices(NoticeOptions options) : options_(std::move(options)) {}

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

  const NoticeOptions options_;
};

/// Returns the value of X-Hub-Signature-256: "sha256=" and the HMAC-SHA256 of `body` under `secret`
/// in hex.
[[nodiscard]] std::string SignatureOf(std::string_view secret, std::string_view body);

}  // namespace prichal::bridge

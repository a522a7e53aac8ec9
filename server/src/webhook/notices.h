#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "webhook/delivery.h"

namespace prichal::webhook {

/// The servers that are told of messages, in the configuration's words.
struct NoticeOptions {
  std::vector<std::string> urls = {};  ///< told of messages with a topic
  std::string copy_to = {};            ///< gets a copy of every message; empty: no server does
  std::string secret = {};             ///< signs what goes to `urls`; empty: nothing is signed
};

/// Makes the deliveries that a message is owed. Any thread.
class Notices {
 public:
  explicit Notices(NoticeOptions options) : options_(std::move(options)) {}

  /// A name for each target of deliveries, in the order of their numbers.
  [[nodiscard]] std::vector<std::string> Targets() const;

  struct Message {
    std::string_view from;               ///< client id
    const std::string* topic = nullptr;  ///< null: without one
    std::string_view query;              ///< of the request, raw
    std::string_view body;
  };
  [[nodiscard]] std::vector<Delivery> For(const Message& message) const;

 private:
  [[nodiscard]] Delivery Told(std::size_t target, const Message& message) const;
  [[nodiscard]] Delivery Copied(const Message& message) const;

  const NoticeOptions options_;
};

/// "sha256=" and the HMAC-SHA256 of `body` under `secret` in hex: the value of X-Hub-Signature-256.
[[nodiscard]] std::string SignatureOf(std::string_view secret, std::string_view body);

}  // namespace prichal::webhook

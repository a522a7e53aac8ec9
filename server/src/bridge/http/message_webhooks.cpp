#include "bridge/http/message_webhooks.h"

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/hash.h"
#include "base/json.h"
#include "http/codec/request.h"

namespace prichal::bridge {
namespace {

/// Returns `url` with one more segment at the end of its path.
std::string Below(const std::string& url, std::string_view part) {
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  std::string longer = url.substr(0, end);
  if (!longer.ends_with('/')) longer += '/';
  return longer.append(part).append(url, end);
}

}  // namespace

std::string SignatureOf(std::string_view secret, std::string_view body) {
  return "sha256=" + HexEncode(HmacSha256(BytesOf(secret)).Compute(BytesOf(body)));
}

std::vector<std::string> Notices::Targets() const {
  std::vector<std::string> targets;
  for (std::size_t i = 0; i < urls_.size(); ++i) {
    targets.push_back("bridge.webhook_url " + std::to_string(i + 1));
  }
  targets.emplace_back("bridge.copy_to_url");
  return targets;
}

std::vector<outbound::Delivery> Notices::For(const Message& message) const {
  std::vector<outbound::Delivery> deliveries;
  if (message.topic != nullptr) {
    for (std::size_t i = 0; i < urls_.size(); ++i) deliveries.push_back(Told(i, message));
  }
  if (!copy_to_.empty()) deliveries.push_back(Copied(message));
  return deliveries;
}

outbound::Delivery Notices::Told(std::size_t target, const Message& message) const {
  std::string body = "{\"topic\":";
  AppendJsonString(body, *message.topic);
  body += ",\"hash\":";
  AppendJsonString(body, message.body);
  body += '}';
  std::vector<std::string> headers{"Content-Type: application/json"};
  if (!secret_.empty()) {
    headers.push_back("X-Hub-Signature-256: " + SignatureOf(secret_, body));
  }
  return {.target = target,
          .url = Below(urls_[target], message.from),
          .body = std::move(body),
          .headers = std::move(headers)};
}

outbound::Delivery Notices::Copied(const Message& message) const {
  const std::string& url = copy_to_;
  return {.target = urls_.size(),
          .url = url.substr(0, url.find_first_of("?#")) + "?" + http::SortedQuery(message.query),
          .body = std::string(message.body),
          .headers = {}};
}

}  // namespace prichal::bridge

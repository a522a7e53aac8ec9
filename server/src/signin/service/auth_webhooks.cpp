#include "signin/service/auth_webhooks.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <ctime>
#include <utility>

#include "base/secret.h"

namespace prichal::signin {
namespace {

/// Limit of the queue of each URL, in bytes: about 5,000 events.
constexpr std::size_t kQueueBytes = 4UL * 1024 * 1024;

outbound::WebhookSenderOptions SenderOptionsFor(const AuthOptions& options, telemetry::Log& log) {
  outbound::WebhookSenderOptions sender;
  sender.most_bytes = kQueueBytes;
  for (std::size_t i = 1; i <= options.webhook_url.size(); ++i) {
    sender.targets.push_back(fmt::format("auth.webhook_url {}", i));
  }
  sender.on_health = outbound::WebhookHealthLog(log);
  return sender;
}

/// Formats a time as in RFC 3339, in UTC.
std::string TimeText(Millis unix_time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(unix_time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(static_cast<std::time_t>(seconds.count())),
                     (unix_time - seconds).count());
}

}  // namespace

std::string WebhookBody(const AuthEvent& event) {
  boost::json::object data{{"user", event.user.text()}};
  if (event.session) data["session"] = event.session->text();
  if (!event.identity.empty()) data["identity"] = event.identity;
  if (!event.amr.empty()) data["amr"] = boost::json::array(event.amr.begin(), event.amr.end());
  if (!event.reason.empty()) data["reason"] = event.reason;
  if (event.into) data["into"] = event.into->text();
  if (event.before) data["before"] = boost::json::array(event.before->begin(), event.before->end());
  if (event.after) data["after"] = boost::json::array(event.after->begin(), event.after->end());
  if (!event.proof.empty()) data["proof"] = event.proof;
  return boost::json::serialize(boost::json::object{{"type", NameOf(event.type)},
                                                    {"timestamp", TimeText(event.time)},
                                                    {"data", std::move(data)}});
}

Result<std::unique_ptr<AuthWebhooks>, std::string> AuthWebhooks::Make(const AuthOptions& options,
                                                                      outbound::HttpsClient& https,
                                                                      telemetry::Log& log) {
  if (options.webhook_secret_file.empty()) {
    return Fail(
        std::string("auth.webhook_secret_file: not set, but auth.webhook_url is; without a secret "
                    "the receiver cannot verify the events. Fix: name a file with a secret."));
  }
  auto webhooks = std::unique_ptr<AuthWebhooks>(new AuthWebhooks(options, https, log));
  auto secrets = webhooks->ReadSecrets();
  if (!secrets) return Fail(secrets.error());
  webhooks->SetSecrets(*std::move(secrets));
  return webhooks;
}

AuthWebhooks::AuthWebhooks(const AuthOptions& options, outbound::HttpsClient& https,
                           telemetry::Log& log)
    : urls_(options.webhook_url),
      secret_file_(options.webhook_secret_file),
      sender_(https, SenderOptionsFor(options, log)) {}

Result<AuthWebhooks::Secrets, std::string> AuthWebhooks::ReadSecrets() const {
  constexpr std::string_view kKey = "auth.webhook_secret_file";
  const auto text = PrivateFile::Read(secret_file_, kMaxSecretFile, PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("{}: {}", kKey, text.error()));
  auto secrets = outbound::StandardSecrets::Parse(text->view());
  if (!secrets) return Fail(fmt::format("{}: \"{}\": {}", kKey, secret_file_, secrets.error()));
  return std::make_shared<const outbound::StandardSecrets>(*std::move(secrets));
}

void AuthWebhooks::SetSecrets(Secrets secrets) {
  const std::lock_guard lock(mutex_);
  secrets_ = std::move(secrets);
}

void AuthWebhooks::OnEvent(const AuthEvent& event) {
  const std::string id = outbound::NewMessageId();
  const std::string body = WebhookBody(event);
  for (std::size_t i = 0; i < urls_.size(); ++i) {
    sender_.Enqueue({.target = i,
                     .url = urls_[i],
                     .body = body,
                     .headers = {},
                     .sign = [this, id, body](Millis unix_time) {
                       const std::lock_guard lock(mutex_);
                       return secrets_->HeadersFor(id, unix_time, body);
                     }});
  }
}

}  // namespace prichal::signin

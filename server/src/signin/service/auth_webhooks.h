// Webhooks of sign-in events.

#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/telemetry/log.h"
#include "outbound/https_client.h"
#include "outbound/webhook_sender.h"
#include "signin/service/auth_events.h"
#include "signin/service/auth_options.h"

namespace prichal::signin {

/// Sends sign-in events to the servers of auth.webhook_url as Standard Webhooks.
/// docs/site/generate/texts/http-api.yaml describes their fields. Created before the loops run,
/// stopped after they have ended. Any thread.
class AuthWebhooks final : public AuthEventListener {
 public:
  /// Reads the secrets. The error is one line that names the key, the reason and the fix, without
  /// any part of a secret. `https` and `log` must outlive this.
  static Result<std::unique_ptr<AuthWebhooks>, std::string> Make(const AuthOptions& options,
                                                                 outbound::HttpsClient& https,
                                                                 telemetry::Log& log);

  void OnEvent(const AuthEvent& event) override;

  using Secrets = std::shared_ptr<const outbound::StandardSecrets>;
  /// Reads the secret file. Changes nothing. The error is one line. Any thread.
  [[nodiscard]] Result<Secrets, std::string> ReadSecrets() const;
  /// Signs later attempts with these secrets, also those of pending deliveries. Any thread.
  void SetSecrets(Secrets secrets);

  /// See outbound::WebhookSender.
  bool Stop(Millis most) { return sender_.Stop(most); }
  [[nodiscard]] outbound::WebhookStats Snapshot() const { return sender_.Snapshot(); }

 private:
  AuthWebhooks(const AuthOptions& options, outbound::HttpsClient& https, telemetry::Log& log);

  const std::vector<std::string> urls_;
  const std::string secret_file_;
  std::mutex mutex_;
  Secrets secrets_;  ///< guarded by mutex_: read by the HTTPS client's thread
  outbound::WebhookSender sender_;
};

/// Returns the body of a webhook: `type`, `timestamp`, `data`. It omits the client's address.
[[nodiscard]] std::string WebhookBody(const AuthEvent& event);

}  // namespace prichal::signin

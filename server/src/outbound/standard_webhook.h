// Standard Webhooks (https://www.standardwebhooks.com): secrets, signatures and headers.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/secret.h"

namespace prichal::webhook {

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

}  // namespace prichal::webhook

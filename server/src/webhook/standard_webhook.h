#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/secret.h"

namespace prichal::webhook {

/// The secrets that sign what is sent, as the specification Standard Webhooks writes them: `whsec_`
/// and the base64 of 24 to 64 bytes. While one gives way to another there are both, and whoever
/// receives takes either signature.
class StandardSecrets {
 public:
  /// More would make a header that receivers refuse.
  static constexpr std::size_t kMost = 8;

  /// From the text of a file, one a line; empty lines and those that begin with # are passed
  /// over. The error names the line and
  /// the reason, and nothing of a secret.
  [[nodiscard]] static Result<StandardSecrets, std::string> Parse(std::string_view text);

  /// The value of webhook-signature: for each secret, in the order of the file, `v1,` and the
  /// base64 of the HMAC-SHA256 of `id.seconds.body`, with spaces between.
  [[nodiscard]] std::string SignatureOf(std::string_view id, Millis unix_time,
                                        std::string_view body) const;

  /// All headers of a post: what it is, which it is, when it is sent and who says so.
  [[nodiscard]] std::vector<std::string> HeadersFor(std::string_view id, Millis unix_time,
                                                    std::string_view body) const;

 private:
  std::vector<SecretText> keys_;
};

/// A name for one post that no other has: `msg_` and 128 random bits. A post that is sent again
/// keeps it, so that whoever has it already knows.
[[nodiscard]] std::string NewMessageId();

}  // namespace prichal::webhook

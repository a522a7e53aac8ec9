#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/sha256.h"

namespace prichal::telegram {

using Digest = Sha256Digest;

/// A bot whose init data is taken, known by its token or by its id alone. Of a token it keeps the
/// HMAC under the secret key that core.telegram.org/bots/webapps derives from it.
class Bot {
 public:
  /// `<id>:<secret>` as @BotFather gives it. The error has nothing of the secret in it.
  [[nodiscard]] static Result<Bot, std::string> FromToken(std::string_view token);
  /// Its init data is then proven by Telegram's signature. The error names the value.
  [[nodiscard]] static Result<Bot, std::string> FromId(std::int64_t id);

  [[nodiscard]] std::int64_t id() const { return id_; }
  [[nodiscard]] bool has_token() const { return hmac_.has_value(); }

  /// HMAC-SHA256 of a check string under the secret key. Only with a token. Any thread.
  [[nodiscard]] Digest Authenticate(std::string_view check_string) const;

 private:
  Bot(std::int64_t id, std::optional<HmacSha256> hmac) : id_(id), hmac_(std::move(hmac)) {}

  std::int64_t id_;
  std::optional<HmacSha256> hmac_;
};

}  // namespace prichal::telegram

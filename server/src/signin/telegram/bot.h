#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace prichal::signin::telegram {

/// An HMAC-SHA256 or SHA-256 value.
using Digest = Sha256Digest;

/// A bot whose init data is accepted, known by its token or only by its ID. Keeps no token, only an
/// HMAC state with the secret key that core.telegram.org/bots/webapps derives from it. Movable;
/// immutable, any thread.
class Bot {
 public:
  /// Parses `<id>:<secret>` as @BotFather issues it. The error contains nothing of the secret.
  [[nodiscard]] static Result<Bot, std::string> FromToken(std::string_view token);
  /// Creates a bot without a token. Its init data is verified with Telegram's signature. The error
  /// names the value.
  [[nodiscard]] static Result<Bot, std::string> FromId(std::int64_t id);

  [[nodiscard]] std::int64_t id() const { return id_; }
  [[nodiscard]] bool has_token() const { return hmac_.has_value(); }

  /// Returns the HMAC-SHA256 of `check_string` with the bot's secret key. Requires has_token(). Any
  /// thread.
  [[nodiscard]] Digest Authenticate(std::string_view check_string) const;

 private:
  Bot(std::int64_t id, std::optional<HmacSha256> hmac) : id_(id), hmac_(std::move(hmac)) {}

  std::int64_t id_;
  std::optional<HmacSha256> hmac_;
};

/// Parses a token file: one token per line, as @BotFather issues it. Ignores empty lines, lines
/// that begin with "#", white space around a token, and a byte order mark. The error begins with
/// the line ("line 3: …") and contains nothing of a token. The caller must wipe `text`.
[[nodiscard]] Result<std::vector<Bot>, std::string> ReadBotTokens(std::string_view text);

}  // namespace prichal::signin::telegram

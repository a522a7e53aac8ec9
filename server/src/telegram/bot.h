#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::telegram {

/// SHA-256 and HMAC-SHA256.
using Digest = std::array<unsigned char, 32>;

/// A bot whose init data is taken, known by its token or by its id alone. Of a token it keeps the
/// state of the HMAC under the secret key that core.telegram.org/bots/webapps derives from it, and
/// overwrites that in the end.
class Bot {
 public:
  /// `<id>:<secret>` as @BotFather gives it. The error has nothing of the secret in it.
  [[nodiscard]] static Result<Bot, std::string> FromToken(std::string_view token);
  /// Its init data is then proven by Telegram's signature. The error names the value.
  [[nodiscard]] static Result<Bot, std::string> FromId(std::int64_t id);

  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  Bot(Bot&&) noexcept;
  Bot& operator=(Bot&&) noexcept;
  ~Bot();

  [[nodiscard]] std::int64_t id() const { return id_; }
  [[nodiscard]] bool has_token() const { return hmac_ != nullptr; }

  /// HMAC-SHA256 of a check string under the secret key. Only with a token. Any thread.
  [[nodiscard]] Digest Authenticate(std::string_view check_string) const;

 private:
  struct Hmac;

  Bot(std::int64_t id, std::unique_ptr<Hmac> hmac);

  std::int64_t id_;
  std::unique_ptr<Hmac> hmac_;
};

}  // namespace prichal::telegram

#include "signin/telegram/bot.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "base/encoding.h"

namespace prichal::signin::telegram {

namespace {

constexpr std::string_view kShape = "Fix: copy the token from @BotFather (123456:AA…)";

bool IsSecret(std::string_view text) {
  // Tokens have 35 characters today; Telegram may lengthen them.
  constexpr std::size_t kFewest = 16;
  constexpr std::size_t kMost = 128;
  return text.size() >= kFewest && text.size() <= kMost &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_';
         });
}

}  // namespace

Result<Bot, std::string> Bot::FromToken(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) {
    return Fail(
        fmt::format("not a bot token (no colon in {} characters). {}", token.size(), kShape));
  }
  const auto id = ParseNumber<std::int64_t>(token.substr(0, colon));
  if (!id || *id <= 0) {
    return Fail(fmt::format("not a bot token (no number before the colon). {}", kShape));
  }
  const std::string_view secret = token.substr(colon + 1);
  if (!IsSecret(secret)) {
    return Fail(
        fmt::format("the token of bot {} is damaged (its {} characters after the colon are not a "
                    "secret). {}",
                    *id, secret.size(), kShape));
  }

  constexpr std::string_view kKey = "WebAppData";
  Digest key = HmacSha256(BytesOf(kKey)).Compute(BytesOf(token));
  HmacSha256 hmac(key);
  Wipe(key);
  return Bot(*id, std::move(hmac));
}

Result<Bot, std::string> Bot::FromId(std::int64_t id) {
  if (id <= 0) {
    return Fail(fmt::format("{} is not a bot ID, the number before the colon of a bot token", id));
  }
  return Bot(id, std::nullopt);
}

Digest Bot::Authenticate(std::string_view check_string) const {
  return hmac_->Compute(BytesOf(check_string));
}

Result<std::vector<Bot>, std::string> ReadBotTokens(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  constexpr std::string_view kSpace = " \t\r";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<Bot> bots;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
    line = line.substr(0, line.find_last_not_of(kSpace) + 1);
    if (line.empty() || line.front() == '#') continue;
    auto bot = Bot::FromToken(line);
    if (!bot) return Fail(fmt::format("line {}: {}", number, bot.error()));
    bots.push_back(*std::move(bot));
  }
  return bots;
}

}  // namespace prichal::signin::telegram

#include "ops/commands/bots.h"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>

#include "ops/commands/flags.h"
#include "ops/commands/words.h"
#include "base/secret.h"
#include "base/small_file.h"
#include "config/source.h"
#include "signin/telegram/bot_tokens.h"

namespace prichal::app::command {
namespace {

using telegram::Bot;

constexpr std::size_t kFileBytes = 64UL * 1024;

std::optional<std::string> ReadTokens(const std::string& file, std::vector<Bot>& bots) {
  auto read = ReadSmallFile(file, kFileBytes);
  if (!read) {
    return fmt::format("cannot read the tokens of {}: {}", Printable(file), read.error());
  }
  auto listed = telegram::ReadBotTokens(*read);
  Wipe(*read);
  if (!listed) return fmt::format("{}, {}", Printable(file), listed.error());
  bots = *std::move(listed);
  if (bots.empty()) return fmt::format("{} has no token of a bot, one a line", Printable(file));
  return std::nullopt;
}

}  // namespace

BotSources BotSources::OrEnvironment() const {
  if (!ids.empty() || !token_file.empty()) return *this;
  BotSources sources;
  for (const auto& [key, value, source] : config::ReadEnvironment(environ)) {
    if (key == "auth.telegram_tokens_file") sources.token_file = std::get<std::string>(value);
    if (key == "auth.telegram_bots") sources.ids = std::get<config::List>(value);
  }
  return sources;
}

Result<std::vector<Bot>, std::string> ReadBots(const BotSources& sources) {
  std::vector<Bot> bots;
  if (!sources.token_file.empty()) {
    if (auto mistake = ReadTokens(sources.token_file, bots)) return Fail(*std::move(mistake));
  }
  for (const std::string& text : sources.ids) {
    const auto id = WholeNumber(text);
    auto bot = Bot::FromId(id.value_or(0));
    if (!bot) {
      return Fail(fmt::format(
          "{} is no id of a bot: it is the number before the colon of its token",
          HasBotToken(text) ? "a whole token" : fmt::format("\"{}\"", Printable(text))));
    }
    bots.push_back(*std::move(bot));
  }
  if (bots.empty()) {
    return Fail(std::string(
        "whose init data is it? Name the bot by --token-file, whose token proves what any client "
        "sends, or by --bot-id, where Telegram's signature is to prove it"));
  }
  return bots;
}

bool HasBotToken(std::string_view text) {
  constexpr std::size_t kFewest = 30;  // of the 35 characters behind the colon
  const auto is_secret = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    if (colon == 0 || text[colon - 1] < '0' || text[colon - 1] > '9') continue;
    std::size_t end = colon + 1;
    while (end < text.size() && is_secret(text[end])) ++end;
    if (end - colon - 1 >= kFewest) return true;
  }
  return false;
}

}  // namespace prichal::app::command

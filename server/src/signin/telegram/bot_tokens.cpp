#include "signin/telegram/bot_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace prichal::telegram {

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

}  // namespace prichal::telegram

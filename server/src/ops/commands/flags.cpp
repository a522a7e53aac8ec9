#include "ops/commands/flags.h"

#include <fmt/format.h>

#include <charconv>
#include <iostream>

#include "ops/commands/commands.h"
#include "ops/commands/words.h"
#include "base/clock.h"

namespace prichal::app::command {
namespace {

/// Of a flag's value that does not fit.
std::string Refuse(std::string_view value, std::string_view allowed) {
  return fmt::format("\"{}\" is refused: allowed is {}", Printable(value), allowed);
}

}  // namespace

std::optional<std::int64_t> WholeNumber(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || std::to_string(number) != text) return std::nullopt;
  return number;
}

std::optional<std::chrono::seconds> Duration(std::string_view text) {
  constexpr std::int64_t kMost = std::int64_t{3652} * 86400;
  std::int64_t unit = 1;
  if (!text.empty()) {
    const char last = text.back();
    unit = last == 'd' ? 86400 : last == 'h' ? 3600 : last == 'm' ? 60 : 1;
    if (unit != 1 || last == 's') text.remove_suffix(1);
  }
  const auto number = WholeNumber(text);
  if (!number || *number < 1 || *number > kMost / unit) return std::nullopt;
  return std::chrono::seconds(*number * unit);
}

std::chrono::seconds SharedFlags::Now() const {
  if (const auto given = WholeNumber(now)) return std::chrono::seconds(*given);
  return std::chrono::duration_cast<std::chrono::seconds>(MachineClock().Now().unix_time);
}

void AddFile(cli::Command& verb, SharedFlags& flags, const char* about) {
  verb.AddOption("file", "FILE", &flags.file, about);
}

void AddNow(cli::Command& verb, SharedFlags& flags) {
  verb.AddOption("--now", "UNIX", &flags.now, "Look at it as of then, in seconds since 1970")
      .check = [](const std::string& text) {
    constexpr std::int64_t kLast = 999'999'999'999;
    const auto number = WholeNumber(text);
    if (number && *number >= 0 && *number <= kLast) return std::string();
    return Refuse(text, "a count of seconds since 1970, such as 1790000000");
  };
}

void AddJson(cli::Command& verb, SharedFlags& flags) {
  verb.AddSwitch("--json", flags.json, "Print it for programs, as one line of JSON");
}

void AddFormat(cli::Command& verb, bool& json) {
  verb.AddOption(
          "--format", "text|json", [&json](const std::string& format) { json = format == "json"; },
          "For people, or one line of JSON for programs; text without it")
      .check = [](const std::string& format) {
    return format == "text" || format == "json" ? std::string() : Refuse(format, "text or json");
  };
}

void AddDuration(cli::Command& verb, const char* name, std::string& text, const char* about,
                 std::string_view word) {
  verb.AddOption(name, "TIME", &text, about).check = [word](const std::string& given) {
    if (Duration(given) || (!word.empty() && given == word)) return std::string();
    return Refuse(given, "seconds, or a time such as 15m, 1h or 2d, up to ten years");
  };
}

int ReportUsageError(std::string_view command, std::string_view mistake) {
  std::cerr << fmt::format("prichal: {}; `prichal {} --help` tells what there is\n", mistake,
                           command);
  return kMistake;
}

}  // namespace prichal::app::command

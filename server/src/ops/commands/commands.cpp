#include "ops/commands/commands.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <span>

#include "base/clock.h"
#include "base/encoding.h"
#include "config/key.h"
#include "ops/commands/input.h"
#include "ops/commands/verdict.h"

namespace prichal::ops {

void AddCommands(cli::Command& app) {
  AddInitDataCheck(app.AddCommand("initdata", "Check init data of a Telegram mini app"));
  AddProofCheck(app.AddCommand("proof", "Check a wallet's ton_proof"));
  cli::Command& token = app.AddCommand("token", "Verify or decode an access token (JWT)");
  AddTokenVerify(token);
  AddTokenDecode(token);
}

void AddConfigSchema(cli::Command& app) {
  app.AddCommand("config-schema", "Print the JSON Schema of the configuration file, for editors")
      .run = [] { return Print(PrettyJson(config::Schema()) + "\n", kGood); };
}

std::optional<std::string> RefuseTokenArgument(int argc, const char* const* argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  if (arguments.size() < 3 || std::string_view(arguments[1]) != "initdata") return std::nullopt;
  for (const std::string_view argument : arguments.subspan(2)) {
    const auto name = argument.substr(0, argument.find('='));
    if (name == "--token" || name == "--bot-token" || HasBotToken(argument)) {
      return "a bot token on the command line can be read by every user of this machine (ps, shell "
             "history). Fix: revoke this token (@BotFather, /revoke), write the new one into a "
             "file "
             "and pass the file with --token-file.";
    }
  }
  return std::nullopt;
}

namespace {

namespace json = boost::json;

/// Returns the error for a flag with a value that is not allowed.
std::string Refuse(std::string_view value, std::string_view allowed) {
  return fmt::format("invalid value \"{}\", expected {}", Printable(value), allowed);
}

/// Decodes a well-formed UTF-8 sequence.
char32_t CodePoint(std::string_view sequence) {
  if (sequence.size() == 1) return static_cast<unsigned char>(sequence.front());
  auto code = static_cast<char32_t>(static_cast<unsigned char>(sequence.front()) &
                                    (0x7fU >> sequence.size()));
  for (const char c : sequence.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(c) & 0x3fU);
  }
  return code;
}

/// Returns whether a character is a control character, invisible, or changes the writing direction.
bool IsHidden(char32_t code) {
  const auto within = [&](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code < 0x20 || within(0x7f, 0x9f) || code == 0xad || code == 0x61c || code == 0x200b ||
         within(0x200e, 0x200f) || within(0x2028, 0x202e) || within(0x2060, 0x206f) ||
         code == 0xfeff;
}

void Break(std::string& text, std::size_t depth) {
  text.push_back('\n');
  text.append(2 * depth, ' ');
}

/// Appends indented JSON. `depth` is the nesting of the current line; the parser has limited it.
void Append(std::string& text, const json::value& value, std::size_t depth) {
  const auto* object = value.if_object();
  const auto* array = value.if_array();
  if ((object == nullptr || object->empty()) && (array == nullptr || array->empty())) {
    text += json::serialize(value);
    return;
  }
  text.push_back(object != nullptr ? '{' : '[');
  bool first = true;
  const auto begin = [&] {
    if (!first) text.push_back(',');
    first = false;
    Break(text, depth + 1);
  };
  if (object != nullptr) {
    for (const auto& [name, member] : *object) {
      begin();
      text += json::serialize(name);
      text += ": ";
      Append(text, member, depth + 1);
    }
  } else {
    for (const auto& item : *array) {
      begin();
      Append(text, item, depth + 1);
    }
  }
  Break(text, depth);
  text.push_back(object != nullptr ? '}' : ']');
}

}  // namespace

std::optional<std::int64_t> WholeNumber(std::string_view text) {
  const auto number = ParseNumber<std::int64_t>(text);
  if (!number || std::to_string(*number) != text) return std::nullopt;
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
  verb.AddOption("--now", "UNIX", &flags.now,
                 "Time of the check, in seconds since 1970 (default: now)")
      .check = [](const std::string& text) {
    constexpr std::int64_t kLast = 999'999'999'999;
    const auto number = WholeNumber(text);
    if (number && *number >= 0 && *number <= kLast) return std::string();
    return Refuse(text, "seconds since 1970, such as 1790000000");
  };
}

void AddJson(cli::Command& verb, SharedFlags& flags) {
  verb.AddSwitch("--json", flags.json, "Print one line of JSON");
}

void AddFormat(cli::Command& verb, bool& json) {
  verb.AddOption(
          "--format", "text|json", [&json](const std::string& format) { json = format == "json"; },
          "Output format: text, or one line of JSON (default: text)")
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
  std::string text(mistake);
  // A line with a fix is complete; for others the help is the fix.
  const bool is_complete = text.find("Fix: ") != std::string::npos;
  if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
  if (!is_complete) {
    text += fmt::format(" Help: `prichal {}{}--help`", command, command.empty() ? "" : " ");
  }
  std::cerr << "prichal: " << text << '\n';
  return kMistake;
}

std::string Printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = Utf8SequenceLength(text);
    if (size == 0) {
      shown += "\xef\xbf\xbd";
      text.remove_prefix(1);
      continue;
    }
    const auto sequence = text.substr(0, size);
    if (const char32_t code = CodePoint(sequence); IsHidden(code)) {
      shown += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    } else {
      shown += sequence;
    }
    text.remove_prefix(size);
  }
  return shown;
}

std::string PrettyJson(const json::value& value) {
  std::string text;
  Append(text, value, 0);
  // Escapes line by line, because the line breaks between values stay.
  std::string shown;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    shown += Printable(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    shown.push_back('\n');
    rest.remove_prefix(end + 1);
  }
  return shown;
}

std::string StringAt(std::string_view text, std::string_view pointer) {
  boost::system::error_code error;
  const auto value = json::parse(text, error);
  const auto* found = error ? nullptr : value.find_pointer(pointer, error);
  const auto* string = found == nullptr ? nullptr : found->if_string();
  return string == nullptr ? std::string() : std::string(*string);
}

json::value TextOrNull(const std::string& text) {
  return text.empty() ? json::value(nullptr) : json::value(json::string(text));
}

std::string Moment(std::chrono::seconds time) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(time.count()));
}

std::string Span(std::chrono::seconds span) {
  struct Unit {
    std::int64_t seconds;
    const char* name;
  };
  constexpr std::array kUnits = {Unit{86400, "d"}, Unit{3600, "h"}, Unit{60, "min"}, Unit{1, "s"}};
  std::string words;
  std::int64_t rest = span.count();
  for (const auto& unit : kUnits) {
    const std::int64_t count = rest / unit.seconds;
    rest %= unit.seconds;
    if (count == 0) {
      if (!words.empty()) break;
      continue;
    }
    const bool second = !words.empty();
    words += fmt::format("{}{} {}", second ? " " : "", count, unit.name);
    if (second) break;
  }
  return words.empty() ? "0 s" : words;
}

std::string Ago(std::chrono::seconds time, std::chrono::seconds now) {
  return time > now ? fmt::format("in {}", Span(time - now))
                    : fmt::format("{} ago", Span(now - time));
}

}  // namespace prichal::ops

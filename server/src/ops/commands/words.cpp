#include "ops/commands/words.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <boost/json/serialize.hpp>

#include "base/utf8.h"

namespace prichal::app::command {
namespace {

namespace json = boost::json;

/// Of a well-formed sequence.
char32_t CodePoint(std::string_view sequence) {
  if (sequence.size() == 1) return static_cast<unsigned char>(sequence.front());
  auto code = static_cast<char32_t>(static_cast<unsigned char>(sequence.front()) &
                                    (0x7fU >> sequence.size()));
  for (const char c : sequence.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(c) & 0x3fU);
  }
  return code;
}

/// Control characters, and those of format that are not seen or turn the direction of writing.
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

/// `depth`: of the line that it begins on. Values come from a reader that bounds how deep they are.
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
  // Line by line: a line break between values is no character of theirs.
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

}  // namespace prichal::app::command

#include "ops/commands/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

#include "ops/commands/words.h"
#include "base/descriptor.h"

namespace prichal::app::command {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Fills `text` as far as the file goes; `-` is standard input. False: `errno` says why not.
bool ReadSource(const std::string& file, std::string& text) {
  if (file == "-") return ReadUpTo(STDIN_FILENO, text);
  const Descriptor source(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  return source.is_open() && ReadUpTo(source.fd(), text);
}

std::string_view Trimmed(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

/// `text` behind `word`, in letters of either case; nothing where it begins otherwise.
std::optional<std::string_view> Behind(std::string_view text, std::string_view word) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  if (text.size() < word.size() ||
      !std::equal(word.begin(), word.end(), text.begin(),
                  [&](char a, char b) { return lower(a) == lower(b); })) {
    return std::nullopt;
  }
  return text.substr(word.size());
}

}  // namespace

Result<Input, std::string> ReadInput(const std::string& file, std::size_t most_bytes) {
  const std::string name = file == "-" ? "standard input" : Printable(file);
  std::string text(most_bytes + 1, '\0');
  if (!ReadSource(file, text)) {
    return Fail(fmt::format("cannot read {}: {}", name, std::generic_category().message(errno)));
  }
  if (text.size() > most_bytes) return Input{.text = {}, .too_large = true};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return Fail(
        fmt::format("{} is in UTF-16, as PowerShell's `>` writes it: save it as UTF-8", name));
  }
  return Input{.text = std::string(Trimmed(text)), .too_large = false};
}

std::string_view WithoutScheme(std::string_view text,
                               std::initializer_list<std::string_view> schemes) {
  const auto value = Behind(text, "authorization:");
  const auto credentials = Trimmed(value.value_or(text));
  for (const auto scheme : schemes) {
    const auto rest = Behind(credentials, scheme);
    if (rest && !rest->empty() && kSpace.find(rest->front()) != std::string_view::npos) {
      return Trimmed(*rest);
    }
  }
  return value ? credentials : text;
}

}  // namespace prichal::app::command

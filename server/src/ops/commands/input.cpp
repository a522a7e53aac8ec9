#include "ops/commands/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/descriptor.h"
#include "base/encoding.h"
#include "base/secret.h"
#include "config/sources.h"
#include "http/codec/header_fields.h"
#include "ops/commands/commands.h"

namespace prichal::ops {
namespace {

using signin::telegram::Bot;

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Reads a file, or standard input for `-`, up to the size of `text`. On failure returns false and
/// sets `errno`.
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

/// Returns the text after the prefix `word`, in any case. Nullopt if `text` has another prefix.
std::optional<std::string_view> Behind(std::string_view text, std::string_view word) {
  if (!http::SameToken(text.substr(0, word.size()), word)) return std::nullopt;
  return text.substr(word.size());
}

constexpr std::size_t kFileBytes = 64UL * 1024;

std::optional<std::string> ReadTokens(const std::string& file, std::vector<Bot>& bots) {
  // A pipe, as of `<(pass …)`, has no permissions to check.
  std::error_code error;
  if (std::filesystem::is_regular_file(file, error)) {
    const auto checked = PrivateFile::Read(file, kFileBytes, PrivateFile::From::kOperator);
    if (!checked) return fmt::format("--token-file: {}", Printable(checked.error()));
  }
  auto read = ReadSmallFile(file, kFileBytes);
  if (!read) {
    return fmt::format(
        "--token-file: cannot read \"{}\": {}. Fix: name a readable file with bot tokens, one per "
        "line.",
        Printable(file), read.error());
  }
  auto listed = signin::telegram::ReadBotTokens(*read);
  Wipe(*read);
  if (!listed) return fmt::format("--token-file: \"{}\", {}", Printable(file), listed.error());
  bots = *std::move(listed);
  if (bots.empty()) {
    return fmt::format(
        "--token-file: \"{}\" is empty. Fix: write the bot tokens into it, one per "
        "line.",
        Printable(file));
  }
  return std::nullopt;
}

std::string HostToAsk(const ListenAddress& address) {
  if (address.host == "0.0.0.0") return "127.0.0.1";
  if (!address.is_v6()) return address.host;
  return address.host == "::" ? "[::1]" : "[" + address.host + "]";
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
        fmt::format("{} is UTF-16, as PowerShell's `>` writes. Fix: save it as UTF-8.", name));
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
          "--bot-id: {} is not a bot ID. Fix: use the number before the colon of the bot's token.",
          HasBotToken(text) ? "a whole token" : fmt::format("\"{}\"", Printable(text))));
    }
    bots.push_back(*std::move(bot));
  }
  if (bots.empty()) {
    return Fail(
        std::string("missing --token-file or --bot-id. Fix: name a file with the bot's token "
                    "(checks the hash), "
                    "or the bot's ID (checks Telegram's signature)."));
  }
  return bots;
}

bool HasBotToken(std::string_view text) {
  constexpr std::size_t kFewest = 30;  // of the 35 characters after the colon
  const auto is_secret = [](char c) { return IsAsciiAlphanumeric(c) || c == '-' || c == '_'; };
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    if (colon == 0 || text[colon - 1] < '0' || text[colon - 1] > '9') continue;
    std::size_t end = colon + 1;
    while (end < text.size() && is_secret(text[end])) ++end;
    if (end - colon - 1 >= kFewest) return true;
  }
  return false;
}

std::string OperatorAddress::Url(std::string_view path) const {
  return fmt::format("http://{}/{}", host, path);
}

std::string OperatorAddress::Shown(std::string_view path) const {
  return socket.empty() ? Url(path) : fmt::format("unix:{} /{}", socket, path);
}

Result<OperatorAddress, std::string> AddressToAsk(const std::vector<ListenAddress>& admin) {
  for (const ListenAddress& address : admin) {
    if (address.kind == ListenAddress::Kind::kUnix) {
      return OperatorAddress{.host = "localhost", .socket = address.path};
    }
    if (address.kind != ListenAddress::Kind::kIp || address.port == 0) continue;
    return OperatorAddress{.host = fmt::format("{}:{}", HostToAsk(address), address.port),
                           .socket = {}};
  }
  if (admin.front().kind == ListenAddress::Kind::kInherited) {
    return Fail(
        std::string("server.admin is a systemd socket, whose address is in the socket unit"));
  }
  return Fail(std::string("server.admin has port 0, which changes at each start"));
}

}  // namespace prichal::ops

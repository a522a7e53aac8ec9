// Reads the input of a command, the bots of `initdata check`, and the address of the admin
// listener.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/address.h"
#include "base/result.h"
#include "signin/telegram/bot.h"

namespace prichal::ops {

/// Largest input of most commands, in bytes.
inline constexpr std::size_t kMostInputBytes = 64UL * 1024;

/// Input of a command, from a file or standard input.
struct Input {
  /// Without a byte order mark and without white space at both ends.
  std::string text;
  /// The input is longer than the limit; `text` is empty.
  bool too_large = false;
};

/// Reads a file, or standard input for "-". Reads at most one byte more than `most_bytes`, so
/// endless input is rejected; waits for a pipe. The error names the file and the reason.
[[nodiscard]] Result<Input, std::string> ReadInput(const std::string& file, std::size_t most_bytes);

/// Returns the credentials of an `Authorization` header with one of these schemes ("tma"), with or
/// without the header's name, in any case of letters. Returns any other text as it is.
[[nodiscard]] std::string_view WithoutScheme(std::string_view text,
                                             std::initializer_list<std::string_view> schemes);

/// Sources of the bots for `initdata check`.
struct BotSources {
  std::vector<std::string> ids;
  std::string token_file;  ///< Empty if none

  /// Returns these sources, or if both are empty the server's variables: PRICHAL_AUTH_TELEGRAM_BOTS
  /// and PRICHAL_AUTH_TELEGRAM_TOKENS_FILE.
  [[nodiscard]] BotSources OrEnvironment() const;
};

/// Reads the bots of the token file, then those of the IDs. Errors contain no part of a token.
[[nodiscard]] Result<std::vector<signin::telegram::Bot>, std::string> ReadBots(
    const BotSources& sources);

/// Returns whether the text contains something like a bot token.
[[nodiscard]] bool HasBotToken(std::string_view text);

/// Address of the server's admin listener.
struct OperatorAddress {
  std::string host;    ///< Host and port for a URL: "127.0.0.1:9103"; "localhost" for a Unix socket
  std::string socket;  ///< Path of the Unix socket. Empty if it is none

  [[nodiscard]] std::string Url(std::string_view path) const;    ///< For an HTTP client
  [[nodiscard]] std::string Shown(std::string_view path) const;  ///< For messages
};

/// Returns the first address of `server.admin` that can be reached; for a wildcard address that is
/// loopback. The error is the reason without the fix.
[[nodiscard]] Result<OperatorAddress, std::string> AddressToAsk(
    const std::vector<ListenAddress>& admin);

}  // namespace prichal::ops

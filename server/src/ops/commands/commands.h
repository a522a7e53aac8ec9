// The command line of the binary: every command, flags that several commands share, and functions
// that format output.

#pragma once

#include <boost/json/value.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/cli/command_line.h"
#include "config/resolve.h"

namespace prichal::ops {

// Exit statuses.
inline constexpr int kGood = 0;     ///< The value is good
inline constexpr int kRefused = 1;  ///< The value was checked and a rule failed
inline constexpr int kMistake = 2;  ///< It could not be checked: wrong arguments or files

/// Adds the commands that check one sign-in value and exit: `initdata check`, `proof check`, `token
/// verify` and `token decode`.
void AddCommands(cli::Command& app);

/// Adds `config-schema`, which prints config/prichal.schema.json.
void AddConfigSchema(cli::Command& app);

// The commands of AddCommands(), each in a file of its name.

/// Adds `check` to `initdata`: is init data Telegram's, for one of these bots, and how old is it?
void AddInitDataCheck(cli::Command& group);
/// Adds `check` to `proof`: would POST /auth/ton accept this ton_proof?
void AddProofCheck(cli::Command& group);
/// Adds `verify` to `token`: is the token signed by this issuer, for this audience, and valid now?
void AddTokenVerify(cli::Command& group);
/// Adds `decode` to `token`: prints a token without verifying it.
void AddTokenDecode(cli::Command& group);

/// Returns an error if an argument looks like a bot token, which every user of the machine could
/// read in `ps`. Call it before the arguments are parsed: errors of the parser quote arguments.
[[nodiscard]] std::optional<std::string> RefuseTokenArgument(int argc, const char* const* argv);

/// Parses a whole number as programs write it: no "+", no leading zero, no "-0".
[[nodiscard]] std::optional<std::int64_t> WholeNumber(std::string_view text);

/// Parses a duration of 1 s to ten years: "90", "90s", "15m", "1h", "2d".
[[nodiscard]] std::optional<std::chrono::seconds> Duration(std::string_view text);

/// Values of flags that several commands have. They outlive the command line.
struct SharedFlags {
  std::string file = "-";
  std::string now;
  bool json = false;

  /// Returns the time of `--now`, or of the clock, since 1970.
  [[nodiscard]] std::chrono::seconds Now() const;
};

/// Adds the argument FILE. `flags` must outlive the command line; also in the next functions.
void AddFile(cli::Command& verb, SharedFlags& flags, const char* about);
void AddNow(cli::Command& verb, SharedFlags& flags);
void AddJson(cli::Command& verb, SharedFlags& flags);
/// Adds `--format text|json`. `json` must outlive the command line.
void AddFormat(cli::Command& verb, bool& json);
/// Adds a flag whose value is a duration, or `word` if that is not empty.
void AddDuration(cli::Command& verb, const char* name, std::string& text, const char* about,
                 std::string_view word = {});

/// Prints an error in one line to standard error. Returns the exit status.
int ReportUsageError(std::string_view command, std::string_view mistake);

/// Makes untrusted text safe for a terminal: UTF-8 in which control characters, and characters that
/// change the direction of writing, are JSON escapes (\u001b), and invalid bytes are U+FFFD. JSON
/// stays the same JSON.
[[nodiscard]] std::string Printable(std::string_view text);

/// Formats JSON over several lines, indented by two spaces, members in their order. The result is
/// safe for a terminal, like that of Printable().
[[nodiscard]] std::string PrettyJson(const boost::json::value& value);

/// Returns the string at a JSON pointer (RFC 6901) of a JSON text. Empty if there is none.
[[nodiscard]] std::string StringAt(std::string_view json, std::string_view pointer);

/// Returns the text, or null if it is empty.
[[nodiscard]] boost::json::value TextOrNull(const std::string& text);

/// Formats seconds since 1970: "2026-09-21 14:13:20 UTC".
[[nodiscard]] std::string Moment(std::chrono::seconds time);

/// Formats a duration in at most two units: "3 min 20 s". It must not be negative.
[[nodiscard]] std::string Span(std::chrono::seconds span);

/// Formats a time relative to `now`: "3 min 20 s ago", or "in 3 min 20 s".
[[nodiscard]] std::string Ago(std::chrono::seconds time, std::chrono::seconds now);

/// Flags of `check-config`.
struct CheckConfigFlags {
  bool quiet = false;   ///< Print only errors
  bool json = false;    ///< Print one line of JSON
  bool reload = false;  ///< Check for a reload: not what the running server holds
};

/// Prints the configuration and all problems. Returns the exit status: 0, or 2 if there are
/// problems.
int PrintConfig(const config::Resolved& resolved, const CheckConfigFlags& flags);

// The commands that need the server's configuration or a network, each in a file of its name. The
// others are declared above.

/// Adds `backup`, which copies the files of messages and sign-ins, whether the server runs or not.
void AddBackupCommand(cli::Command& app);
/// Adds `canary`, which sends and receives messages through a bridge and exports metrics of them.
void AddCanaryCommand(cli::Command& app);
/// Adds `doctor`, which checks a deployment from outside and from inside.
void AddDoctorCommand(cli::Command& app);
/// Adds `health`, which asks a running server at its admin address whether it is ready.
void AddHealthCommand(cli::Command& app);
/// Adds `keys list`, `keys rotate` and `keys export` for the signing keys of a server, whether it
/// runs or not.
void AddKeysCommand(cli::Command& app);
/// Adds `wallets pull`, which fetches the wallets list with its pictures, and `wallets check`.
void AddWalletsCommand(cli::Command& app);

}  // namespace prichal::ops

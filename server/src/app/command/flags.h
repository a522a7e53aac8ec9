#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace prichal::app::command {

/// A whole number as a program writes it: no "+", no zero in front, no "-0".
[[nodiscard]] std::optional<std::int64_t> WholeNumber(std::string_view text);

/// "90", "90s", "15m", "1h", "2d": up to ten years, at least a second.
[[nodiscard]] std::optional<std::chrono::seconds> Duration(std::string_view text);

/// Flags that more than one command has. What they are set to outlives the command line.
struct SharedFlags {
  std::string file = "-";
  std::string now;
  bool json = false;

  /// By `--now`, or the clock; since 1970.
  [[nodiscard]] std::chrono::seconds Now() const;
};

void AddFile(cli::Command& verb, SharedFlags& flags, const char* about);
void AddNow(cli::Command& verb, SharedFlags& flags);
void AddJson(cli::Command& verb, SharedFlags& flags);
/// `--format text|json`; what it is set to outlives the command line.
void AddFormat(cli::Command& verb, bool& json);
/// A flag whose value must be a duration, or this one word where it is not empty.
void AddDuration(cli::Command& verb, const char* name, std::string& text, const char* about,
                 std::string_view word = {});

/// Tells a mistake on standard error, in one line; gives the exit status.
int TellMistake(std::string_view command, std::string_view mistake);

}  // namespace prichal::app::command

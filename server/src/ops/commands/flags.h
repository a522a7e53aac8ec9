// Flags that several commands have.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cli/command.h"

namespace prichal::app::command {

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

}  // namespace prichal::app::command

// Reads the input of a command.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::app::command {

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

}  // namespace prichal::app::command

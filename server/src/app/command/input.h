#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal::app::command {

/// Largest input of most commands, in bytes.
inline constexpr std::size_t kMostInputBytes = 64UL * 1024;

/// What somebody has saved to look at, or pipes in.
struct Input {
  /// Without a byte order mark at its start and white space around it, which editors and shells
  /// leave there.
  std::string text;
  /// It has more bytes than are read; `text` is empty then.
  bool too_large = false;
};

/// Reads a file, or standard input for "-". At most `most_bytes` and one more are read, also of
/// what has no end; a pipe is waited for. The error names the file and the reason.
[[nodiscard]] Result<Input, std::string> ReadInput(const std::string& file, std::size_t most_bytes);

/// What stands behind a scheme ("tma") of an `Authorization` line, whole or without its name. Names
/// and schemes in either case. Any other text as it is.
[[nodiscard]] std::string_view WithoutScheme(std::string_view text,
                                             std::initializer_list<std::string_view> schemes);

}  // namespace prichal::app::command

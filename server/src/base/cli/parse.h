// Parses a command line that command.h describes.
#pragma once

#include <string>

#include "base/cli/command.h"

namespace prichal::cli {

/// Result of reading the arguments. Exactly one of the three is set.
struct Parsed {
  const Command* chosen = nullptr;  ///< Command that the arguments name, a leaf of the tree
  std::string help = {};            ///< Text for standard output: --help was given
  std::string error = {};           ///< Reason why the arguments are rejected, one line
};

/// Reads the arguments of a process. Writes the values to the targets of the chosen command's
/// options and sets Option::given.
[[nodiscard]] Parsed Parse(Command& root, int argc, const char* const* argv);

}  // namespace prichal::cli

// The command line of `bridge-load`, the load generator for bridges (docs/internals/benchmarks.md).
#pragma once

#include <string_view>

#include "base/cli/command_line.h"

namespace prichal::bench {

inline constexpr const char* kAbout =
    "Loads a TON Connect bridge and prints what it measured.\n"
    "One thread; latencies count from when a message was due.";

/// Adds every mode as a command below `app`. A mode prints its results, or an error that begins
/// with the name of `program`. Its exit status is 0, or 1 if nothing could be measured. A mode that
/// loads a bridge requires --url, and --i-may-load HOST if that is another machine.
void AddModes(cli::Command& app, std::string_view program);

}  // namespace prichal::bench

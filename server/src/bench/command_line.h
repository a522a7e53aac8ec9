#pragma once

#include <functional>
#include <string_view>

#include "bench/modes.h"

namespace CLI {
class App;
}

namespace prichal::bench {

inline constexpr const char* kAbout =
    "Loads a TON Connect bridge, any bridge, and says what came of it.\n"
    "One thread; latencies count from when a message was due.";

/// Runs the mode that was asked for, prints what came of it, or what went wrong behind the name of
/// `program`; gives the exit status: 0, or 1 when nothing could be measured.
using Run = std::function<int()>;

/// Declares every mode below `app`, of which one has to be asked for; that one is put into `run`,
/// which outlives `app`.
void AddModes(CLI::App& app, std::string_view program, Run& run);

}  // namespace prichal::bench

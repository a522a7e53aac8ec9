#pragma once

#include <cstdint>

#include "config/settings.h"

namespace prichal::config {

/// Bytes that everything may take at a time which clients can make the server hold, with these
/// bounds, and the process itself: docs/configuration.md has it row by row. The mini app's files
/// come on top. `settings`: as FitTo() leaves them.
[[nodiscard]] std::uint64_t MostMemory(const Settings& settings);

}  // namespace prichal::config

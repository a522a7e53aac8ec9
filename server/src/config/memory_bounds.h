// Adds up the memory that the configuration allows clients to take.
#pragma once

#include <cstdint>

#include "config/settings.h"

namespace prichal::config {

/// Returns the most bytes that the process and everything that clients can make it hold may take,
/// with these limits. docs/configuration.md has the sum row by row. The files of the mini app come
/// on top. Call FitTo() on `settings` first.
[[nodiscard]] std::uint64_t MostMemory(const Settings& settings);

}  // namespace prichal::config

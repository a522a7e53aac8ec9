#pragma once

#include <optional>
#include <string>

namespace prichal::store {

/// Returns the damage of a write-ahead log that no process has open. Empty if it is intact, empty
/// or missing. SQLite silently ignores a log from its first bad byte on. That is right for a commit
/// that a crash has cut off, but loses messages if synced commits follow.
///
/// The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
[[nodiscard]] std::optional<std::string> DamageOfLog(const std::string& path);

}  // namespace prichal::store

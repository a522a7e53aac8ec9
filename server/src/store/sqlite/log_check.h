#pragma once

#include <optional>
#include <string>

namespace prichal::store {

/// What is wrong with a write-ahead log that no process has open; nothing when it is sound, empty
/// or not there. SQLite reads such a log up to its first bad byte and leaves out the rest without a
/// word, which is right for a commit that a crash has cut off, and loses messages where a commit of
/// which the disk had said that it is kept lies behind.
///
/// The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
[[nodiscard]] std::optional<std::string> DamageOfLog(const std::string& path);

}  // namespace prichal::store

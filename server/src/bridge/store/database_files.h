#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/sqlite/connection.h"

namespace prichal::bridge::store {

/// Checks a write-ahead log that no process has open. Returns a description of its damage, or
/// nullopt if the log is intact, empty or missing. SQLite silently ignores a log from its first bad
/// byte on. That is right for a commit that a crash has cut off, but loses messages if synced
/// commits follow.
///
/// The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
[[nodiscard]] std::optional<std::string> DamageOfLog(const std::string& path);

/// Origin of a database file.
enum class FileKind {
  kEmpty,         ///< a new file without tables
  kOurs,          ///< `bridge.db` of the version that this server writes
  kOtherVersion,  ///< `bridge.db` of another version, which this server cannot read
  kForeign,       ///< a file of another program
};

/// Reads the origin of the open file. Changes nothing.
Result<FileKind, sqlite::Error> KindOf(sqlite::Connection& connection);

/// Sets how the connection works with its file, and for a kEmpty file the layout of its pages. Call
/// it before anything else but KindOf().
Result<void, sqlite::Error> Configure(sqlite::Connection& connection, FileKind kind);

/// Creates the tables of a kEmpty file.
Result<void, sqlite::Error> CreateTables(sqlite::Connection& connection);

}  // namespace prichal::bridge::store

#pragma once

#include "base/result.h"
#include "base/sqlite/connection.h"

namespace prichal::store {

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

}  // namespace prichal::store

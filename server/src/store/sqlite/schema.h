#pragma once

#include "base/result.h"
#include "sqlite/connection.h"

namespace prichal::store {

/// What a file may be to us.
enum class FileKind {
  kEmpty,    ///< nothing is in it yet
  kOurs,     ///< of a version that we read
  kNewer,    ///< ours, but written by a later version
  kForeign,  ///< another program's
};

/// Reads what the file says of itself; changes nothing.
Result<FileKind, sqlite::Error> KindOf(sqlite::Connection& connection);

/// How this connection works with its file; for one that is kEmpty also how the file is laid out.
/// Comes before everything else that touches the file, but KindOf().
Result<void, sqlite::Error> Configure(sqlite::Connection& connection, FileKind kind);

/// The tables in a file that is kEmpty.
Result<void, sqlite::Error> CreateTables(sqlite::Connection& connection);

/// Brings a file that is kOurs to the version that is written now; one that has it stays as it is.
Result<void, sqlite::Error> Upgrade(sqlite::Connection& connection);

}  // namespace prichal::store

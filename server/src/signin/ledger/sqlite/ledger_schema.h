#pragma once

#include <cstddef>

#include "base/result.h"
#include "base/sqlite/connection.h"

namespace prichal::auth {

/// Sets up a new connection to the file, and creates the tables if the file is empty. Fails if the
/// file was written by another program or by another version of the server. `page_bytes` of the
/// file are cached in memory.
Result<void, sqlite::Error> PrepareLedger(sqlite::Connection& connection, std::size_t page_bytes);

}  // namespace prichal::auth

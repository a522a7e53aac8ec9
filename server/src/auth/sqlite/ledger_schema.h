#pragma once

#include <cstddef>

#include "base/result.h"
#include "sqlite/connection.h"

namespace prichal::auth {

/// Makes the tables where the file is empty, or brings them to the version that is written now, and
/// says how this connection works with the file. Comes before everything else. The error of a file
/// of another program or of a later version says so. `page_bytes`: pages of the file that are kept
/// in memory.
Result<void, sqlite::Error> PrepareLedger(sqlite::Connection& connection, std::size_t page_bytes);

}  // namespace prichal::auth

#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace prichal {

/// Reads a whole configuration file. For files with secrets use auth::PrivateFile. The error is
/// only the reason, such as "No such file or directory"; the caller adds the file and the key.
/// Files larger than `most_bytes` fail without being read completely; the same limit applies to
/// devices and pipes. Blocks; any thread.
[[nodiscard]] Result<std::string, std::string> ReadSmallFile(const std::string& path,
                                                             std::size_t most_bytes);

}  // namespace prichal

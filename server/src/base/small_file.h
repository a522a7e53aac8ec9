#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace prichal {

/// Reads a file that an operator named; files with secrets are read by auth::PrivateFile. The error
/// is the reason alone, such as "No such file or directory": the caller names the file and the key.
/// Files larger than `most_bytes` are refused and never read whole; devices and pipes are read up
/// to the same bound.
[[nodiscard]] Result<std::string, std::string> ReadSmallFile(const std::string& path,
                                                             std::size_t most_bytes);

}  // namespace prichal

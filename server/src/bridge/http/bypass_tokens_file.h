#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace prichal::app {

/// The tokens in a file: one a line, empty lines and those that begin with # left out. The error
/// names the file, the line and the way out, and never a token.
[[nodiscard]] Result<std::vector<std::string>, std::string> ReadBypassTokens(
    const std::string& path);

}  // namespace prichal::app

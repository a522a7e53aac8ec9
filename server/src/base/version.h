// Version of the server.
#pragma once

#include <string_view>

namespace prichal::app {

/// Version of the CMake project, as in CHANGELOG.md.
inline constexpr std::string_view kVersion = PRICHAL_VERSION;

}  // namespace prichal::app

#pragma once

#include <cstddef>

namespace prichal::app {

/// Raises this process's limit of open files as far as `connections` need and the system allows
/// (setrlimit(2): up to the hard limit). Gives how many connections then fit.
std::size_t RaiseFileLimit(std::size_t connections);

}  // namespace prichal::app

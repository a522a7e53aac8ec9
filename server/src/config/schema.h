#pragma once

#include <boost/json/value.hpp>

namespace prichal::config {

/// The configuration file as a JSON Schema (draft 07, which editors know): every key with its kind,
/// bounds, default and documentation. It allows no more than Resolve() takes, but for texts whose
/// form is told in words alone.
[[nodiscard]] boost::json::value Schema();

}  // namespace prichal::config

// JSON Schema of the configuration file.
#pragma once

#include <boost/json/value.hpp>

namespace prichal::config {

/// Returns the JSON Schema (draft 07, which editors support) of the configuration file: every key
/// with its type, limits, default and documentation. The format of some texts is described in words
/// only; everything else is as strict as Resolve().
[[nodiscard]] boost::json::value Schema();

}  // namespace prichal::config

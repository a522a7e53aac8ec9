#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace prichal::app::command {

/// JSON over several lines, two spaces to a depth, the members in the order in which they stand. As
/// a terminal may show it (words.h).
[[nodiscard]] std::string PrettyJson(const boost::json::value& value);

}  // namespace prichal::app::command

#pragma once

#include <boost/json/storage_ptr.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal {

/// Reads one JSON text (RFC 8259) that decides who somebody is, so that it can be read in one way
/// alone: a member that an object has twice is refused at any depth (RFC 7515 section 4, RFC 7519
/// section 4), and so is what is not UTF-8. The error says where, and is safe to log: it has
/// nothing of the text in it. `depth`: how many objects and arrays may stand in one another.
/// `storage` holds the value and whatever is kept while it is read.
[[nodiscard]] Result<boost::json::value, std::string> ReadStrictJson(
    std::string_view text, std::size_t depth = 8, const boost::json::storage_ptr& storage = {});

}  // namespace prichal

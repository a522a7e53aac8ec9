#pragma once

#include <string_view>

namespace prichal::host {

/// Media type of a file and whether to compress it.
struct ContentType {
  std::string_view name;  ///< header value, with charset if needed
  bool compressible;      ///< true for text formats
};

/// Returns the type for the file name's extension (case-insensitive), or
/// `application/octet-stream`. Never inspects the content, because all responses have nosniff. Any
/// thread.
ContentType ContentTypeOf(std::string_view path);

}  // namespace prichal::host

#pragma once

#include <string_view>

namespace prichal::host {

struct ContentType {
  std::string_view name;  ///< as in the header, with charset where a text needs it
  bool compressible;      ///< worth compressing: text in the widest sense
};

/// The type of a file by the end of its name, in any case; `application/octet-stream` for others.
/// Never guessed from the content, because all responses say nosniff.
ContentType ContentTypeOf(std::string_view path);

}  // namespace prichal::host

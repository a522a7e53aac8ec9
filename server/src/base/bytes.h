#pragma once

#include <memory>
#include <string>

namespace prichal {

/// Bytes that any number of connections on any loop may be sending at once; never changed after
/// they are shared.
using SharedBytes = std::shared_ptr<const std::string>;

[[nodiscard]] inline SharedBytes Share(std::string bytes) {
  return std::make_shared<const std::string>(std::move(bytes));
}

}  // namespace prichal

#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace prichal {

/// Immutable bytes that any number of connections on any thread can send at the same time.
using SharedBytes = std::shared_ptr<const std::string>;

/// Moves `bytes` into shared ownership.
[[nodiscard]] inline SharedBytes Share(std::string bytes) {
  return std::make_shared<const std::string>(std::move(bytes));
}

/// Views `text` as unsigned bytes, the argument type of the cryptography functions. `text` must
/// outlive the span.
[[nodiscard]] inline std::span<const unsigned char> BytesOf(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

}  // namespace prichal

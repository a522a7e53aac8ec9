#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace prichal {

/// Bytes that any number of connections on any loop may be sending at once; never changed after
/// they are shared.
using SharedBytes = std::shared_ptr<const std::string>;

[[nodiscard]] inline SharedBytes Share(std::string bytes) {
  return std::make_shared<const std::string>(std::move(bytes));
}

/// The bytes of a text, as cryptography takes them.
[[nodiscard]] inline std::span<const unsigned char> BytesOf(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

}  // namespace prichal

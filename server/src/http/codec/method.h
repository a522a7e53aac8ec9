#pragma once

#include <string_view>

namespace prichal::http {

/// Request methods that the server knows.
enum class Method { kGet, kHead, kPost, kDelete, kOptions, kOther };

/// Methods are case-sensitive (RFC 9110 section 9.1): "get" is kOther.
[[nodiscard]] Method MethodOf(std::string_view name);

/// Returns "GET" and so on. Empty for kOther.
[[nodiscard]] std::string_view NameOf(Method method);

}  // namespace prichal::http

#pragma once

#include <string>
#include <string_view>

namespace prichal::host {

/// This runs while the server starts: best for what is small and sent to everybody, quick for files
/// that the build should have compressed.
enum class Effort { kBest, kQuick };

/// Brotli (RFC 7932).
[[nodiscard]] std::string Brotli(std::string_view bytes, Effort effort);

/// Gzip (RFC 1952), without name and time, so that equal bytes give equal bytes.
[[nodiscard]] std::string Gzip(std::string_view bytes, Effort effort);

}  // namespace prichal::host

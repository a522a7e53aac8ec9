#pragma once

#include <string>
#include <string_view>

namespace prichal::host {

/// Compression level. Used at start-up: kBest for small documents that every user loads, kQuick for
/// files that the build should have compressed.
enum class Effort { kBest, kQuick };

/// Compresses with Brotli (RFC 7932). Any thread.
[[nodiscard]] std::string Brotli(std::string_view bytes, Effort effort);

/// Compresses with gzip (RFC 1952). Writes no name and time, so the result depends only on `bytes`.
/// Any thread.
[[nodiscard]] std::string Gzip(std::string_view bytes, Effort effort);

}  // namespace prichal::host

#pragma once

#include <optional>
#include <string_view>

namespace prichal::http {

/// Content encodings that the server can send.
enum class Coding { kIdentity, kGzip, kBrotli };

/// Value for Content-Encoding. "identity" is never sent.
[[nodiscard]] std::string_view CodingName(Coding coding);

/// Available encodings of a resource; identity is always available.
struct Codings {
  bool brotli = false;
  bool gzip = false;
};

/// Chooses the encoding for an Accept-Encoding value (RFC 9110 section 12.5.3): the highest weight,
/// then brotli, gzip, identity. An empty value selects identity. Empty if all available encodings
/// are rejected, as by `identity;q=0`; respond with 406. Invalid elements are ignored. Any thread.
[[nodiscard]] std::optional<Coding> ChooseCoding(std::string_view accept_encoding, Codings exist);

/// Returns true if the If-None-Match value contains `etag` (with quotes, weak comparison) or is `*`
/// (RFC 9110 section 13.1.2); respond with 304. Any thread.
[[nodiscard]] bool NoneMatchHits(std::string_view if_none_match, std::string_view etag);

}  // namespace prichal::http

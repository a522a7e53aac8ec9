#pragma once

#include <optional>
#include <string_view>

namespace prichal::http {

enum class Coding { kIdentity, kGzip, kBrotli };

/// The name in Content-Encoding; "identity" is never sent.
[[nodiscard]] std::string_view CodingName(Coding coding);

/// Which codings of a resource exist; identity always does.
struct Codings {
  bool brotli = false;
  bool gzip = false;
};

/// What to send for an Accept-Encoding value (RFC 9110 section 12.5.3): the highest weight wins,
/// at equal weight brotli before gzip before identity. An empty value wants identity. Nothing when
/// all that exists is refused, as by `identity;q=0`: that is 406. An element that cannot be read is
/// skipped.
[[nodiscard]] std::optional<Coding> ChooseCoding(std::string_view accept_encoding, Codings exist);

/// True when the If-None-Match value names `etag` (with its quotes) by weak comparison, or is `*`
/// (RFC 9110 section 13.1.2): the response is 304.
[[nodiscard]] bool NoneMatchHits(std::string_view if_none_match, std::string_view etag);

}  // namespace prichal::http

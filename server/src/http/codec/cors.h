#pragma once

#include <string_view>

#include "http/codec/response.h"

namespace prichal::http {

/// Cross-origin resource sharing (CORS): decides whether pages of other origins can read the
/// bridge's responses, and provides the header lines. Immutable; any thread.
class Cors {
 public:
  /// `enabled`: false if a proxy adds the headers, or if no other origin can read the responses.
  /// All functions then return no lines.
  explicit Cors(bool enabled) : enabled_(enabled) {}

  /// Lines for the response to a request: always `Vary: Origin`, and the permission if the request
  /// has an Origin. Each line ends with CRLF, here and below.
  [[nodiscard]] std::string_view Lines(bool has_origin) const;
  /// Additional line for a response with Retry-After, which a page could not read otherwise.
  [[nodiscard]] std::string_view RetryLines(bool has_origin) const;
  /// Lines for an error response to an unparsable request. Its Origin is unknown, so the permission
  /// is always included.
  [[nodiscard]] std::string_view UnreadLines() const;

  /// Returns the response to OPTIONS: 204 with `Allow`, and the preflight permissions if there is
  /// an Origin. `allow`: for example "OPTIONS, POST".
  [[nodiscard]] Response Preflight(std::string_view allow, bool has_origin) const;

 private:
  bool enabled_;
};

}  // namespace prichal::http

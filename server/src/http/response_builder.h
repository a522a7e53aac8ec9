#pragma once

#include <string>
#include <string_view>

#include "http/response.h"

namespace prichal::http {

/// The standard words for a status, as they stand in the status line; "Unknown" for others.
[[nodiscard]] std::string_view ReasonPhrase(int status);

/// Writes the head of a response once.
///
///     auto response = ResponseBuilder(200).Header("Cache-Control", "no-cache").Body("text/plain",
///     "hi");
///
/// Header names and values must not contain CR or LF: that is checked, and such a header is left
/// out, so that no input can split a response (RFC 9110 section 5.5).
class ResponseBuilder {
 public:
  explicit ResponseBuilder(int status);

  ResponseBuilder& Header(std::string_view name, std::string_view value);
  /// Lines that were made before, each ended by CRLF.
  ResponseBuilder& Lines(std::string_view lines);
  /// The connection ends after this response.
  ResponseBuilder& Close();

  /// With Content-Type and Content-Length.
  [[nodiscard]] Response Body(std::string_view content_type, SharedBytes bytes);
  [[nodiscard]] Response Body(std::string_view content_type, std::string bytes);
  /// No body: Content-Length: 0, and not even that for 204 and 304 (RFC 9110 section 8.6).
  [[nodiscard]] Response Empty();
  /// Only a head, for a stream whose body comes in chunks.
  [[nodiscard]] Response Stream(std::string_view content_type);

 private:
  [[nodiscard]] Response Finish(SharedBytes body);

  int status_;
  bool close_ = false;
  std::string head_;
};

/// The JSON error body of all our endpoints: `{"message":"<text>","statusCode":<status>}` and a
/// newline. `lines`: more header lines, each ended by CRLF.
[[nodiscard]] Response ErrorResponse(int status, std::string_view message,
                                     std::string_view lines = {});

}  // namespace prichal::http

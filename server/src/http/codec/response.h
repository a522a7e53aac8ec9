#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"

namespace prichal::http {

using prichal::SharedBytes;

/// A complete response, prepared in advance if possible.
///
/// `head` has the status line and all header lines, each with CRLF, *without* the Date line, the
/// Connection line and the final empty line. The connection adds these three, because only it knows
/// the time and whether it stays open. `head` contains Content-Length if the body has a known
/// length. For HEAD requests the connection sends only `head`.
struct Response {
  int status = 500;    ///< as in the status line; for metrics and logs
  SharedBytes head;    ///< never null
  SharedBytes body;    ///< null for no body
  bool close = false;  ///< close the connection after this response
};

/// Returns the standard reason phrase of a status code; "Unknown" for others.
[[nodiscard]] std::string_view ReasonPhrase(int status);

/// Builds a response. Use each builder once.
///
///     auto response = ResponseBuilder(200).Header("Cache-Control", "no-cache").Body("text/plain",
///     "hi");
///
/// A header with CR or LF in its name or value is omitted, to prevent response splitting (RFC 9110
/// section 5.5).
class ResponseBuilder {
 public:
  explicit ResponseBuilder(int status);

  ResponseBuilder& Header(std::string_view name, std::string_view value);
  /// Adds prepared lines, each with CRLF.
  ResponseBuilder& Lines(std::string_view lines);
  /// Closes the connection after this response.
  ResponseBuilder& Close();

  /// Completes the response with Content-Type, Content-Length and this body.
  [[nodiscard]] Response Body(std::string_view content_type, SharedBytes bytes);
  [[nodiscard]] Response Body(std::string_view content_type, std::string bytes);
  /// Completes a response without a body: with Content-Length: 0, except for 204 and 304 (RFC 9110
  /// section 8.6).
  [[nodiscard]] Response Empty();
  /// Completes only the header section, for a stream whose body is sent in chunks.
  [[nodiscard]] Response Stream(std::string_view content_type);

 private:
  [[nodiscard]] Response Build(SharedBytes body);

  int status_;
  bool close_ = false;
  std::string head_;
};

/// Returns an error with the JSON body of all endpoints:
/// `{"message":"<text>","statusCode":<status>}` and a newline. `lines`: additional header lines,
/// each with CRLF.
[[nodiscard]] Response ErrorResponse(int status, std::string_view message,
                                     std::string_view lines = {});

/// Formats a time for the Date header (IMF-fixdate, RFC 9110 section 5.6.7), independent of the
/// locale: "Sun, 06 Nov 1994 08:49:37 GMT". Any thread.
[[nodiscard]] std::string HttpDate(Millis unix_time);

}  // namespace prichal::http

#pragma once

#include <string>
#include <string_view>

#include "http/answer.h"

namespace prichal::http {

/// The standard words for a status, as they stand in the status line; "Unknown" for others.
[[nodiscard]] std::string_view ReasonPhrase(int status);

/// Writes the head of an answer once.
///
///     auto answer = AnswerBuilder(200).Header("Cache-Control", "no-cache").Body("text/plain",
///     "hi");
///
/// Header names and values must not contain CR or LF: that is checked, and such a header is left
/// out, so that no input can split an answer (RFC 9110 section 5.5).
class AnswerBuilder {
 public:
  explicit AnswerBuilder(int status);

  AnswerBuilder& Header(std::string_view name, std::string_view value);
  /// Lines that were made before, each ended by CRLF.
  AnswerBuilder& Lines(std::string_view lines);
  /// The connection ends after this answer.
  AnswerBuilder& Close();

  /// With Content-Type and Content-Length.
  [[nodiscard]] Answer Body(std::string_view content_type, SharedBytes bytes);
  [[nodiscard]] Answer Body(std::string_view content_type, std::string bytes);
  /// No body: Content-Length: 0, and not even that for 204 and 304 (RFC 9110 section 8.6).
  [[nodiscard]] Answer Empty();
  /// Only a head, for a stream whose body comes in chunks.
  [[nodiscard]] Answer Stream(std::string_view content_type);

 private:
  [[nodiscard]] Answer Finish(SharedBytes body);

  int status_;
  bool close_ = false;
  std::string head_;
};

/// The JSON error body of all our endpoints: `{"message":"<text>","statusCode":<status>}` and a
/// newline. `lines`: more header lines, each ended by CRLF.
[[nodiscard]] Answer ErrorAnswer(int status, std::string_view message, std::string_view lines = {});

}  // namespace prichal::http

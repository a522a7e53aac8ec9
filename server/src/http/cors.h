#pragma once

#include <string_view>

#include "http/response.h"

namespace prichal::http {

/// Cross-origin resource sharing: the decision whether pages of other origins may read what the
/// bridge answers, and every header line that says so. What differs from response to response is
/// only which of these lines it carries.
class Cors {
 public:
  /// `enabled`: false where a proxy in front of this process writes the lines, or no page may read;
  /// then there is none.
  explicit Cors(bool enabled) : enabled_(enabled) {}

  /// For a response to a request: `Vary: Origin` always, the permission only for a request that has
  /// an Origin. Each line ends with CRLF, here and below.
  [[nodiscard]] std::string_view Lines(bool has_origin) const;
  /// For a response that says when to come back: without this line, beside those of Lines(), a page
  /// sees the status and not its Retry-After.
  [[nodiscard]] std::string_view RetryLines(bool has_origin) const;
  /// For an error that was made without a request that could be read: its Origin is not known, and
  /// a page may be waiting for it.
  [[nodiscard]] std::string_view UnreadLines() const;

  /// The response to OPTIONS: 204 with `Allow`, and the permissions of a preflight if there is an
  /// Origin. `allow`: for example "OPTIONS, POST".
  [[nodiscard]] Response Preflight(std::string_view allow, bool has_origin) const;

 private:
  bool enabled_;
};

}  // namespace prichal::http

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/request.h"
#include "http/response.h"

namespace prichal::app {

/// Which pages may use sign-in: those of our own origin, and those that the operator names. There
/// is no "all": an answer holds tokens.
class AuthOrigins {
 public:
  /// `own`: the site's.
  AuthOrigins(std::string own, std::vector<std::string> others);

  [[nodiscard]] const std::string& own() const { return own_; }
  [[nodiscard]] bool Admits(std::string_view origin) const;

  /// For a response to a request with this Origin, empty where there is none: each line ends with
  /// CRLF. A page that is not admitted gets no permission to read.
  [[nodiscard]] std::string LinesFor(std::string_view origin) const;
  /// The response to OPTIONS. `allow`: for example "OPTIONS, POST".
  [[nodiscard]] http::Response Preflight(std::string_view allow, std::string_view origin) const;

  /// Whether a request that a browser sends with cookies was meant by one of these pages: by its
  /// Origin, or, where a browser leaves that out for its own pages, by Sec-Fetch-Site.
  [[nodiscard]] bool IsOurs(const http::Request& request) const;

 private:
  std::string own_;
  std::vector<std::string> others_;
};

}  // namespace prichal::app

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/codec/request.h"
#include "http/codec/response.h"

namespace prichal::app {

/// The pages that may use sign-in: those of our own origin, and those that the operator names. Not
/// all can be allowed, because responses have tokens.
class AuthOrigins {
 public:
  /// `own` is the origin of the site.
  AuthOrigins(std::string site_origin, std::vector<std::string> others);

  [[nodiscard]] const std::string& site_origin() const { return site_origin_; }
  [[nodiscard]] bool Admits(std::string_view origin) const;

  /// The header lines for a response to a request with this Origin (empty if it has none), each
  /// with CRLF. A page that is not allowed gets no permission to read.
  [[nodiscard]] std::string LinesFor(std::string_view origin) const;
  /// The response to OPTIONS. `allow` is, for example, "OPTIONS, POST".
  [[nodiscard]] http::Response Preflight(std::string_view allow, std::string_view origin) const;

  /// True if one of these pages has sent the request, with which the browser sends cookies: by its
  /// Origin, or by Sec-Fetch-Site if the browser omits Origin for its own pages.
  [[nodiscard]] bool IsOurs(const http::Request& request) const;

 private:
  std::string site_origin_;
  std::vector<std::string> others_;
};

}  // namespace prichal::app

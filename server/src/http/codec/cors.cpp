#include "http/codec/cors.h"

namespace prichal::http {

std::string_view Cors::Lines(bool has_origin) const {
  if (!enabled_) return {};
  // Browsers reject "*" for requests with credentials. The credentials line is sent because the
  // bridges in use send it, and clients may expect it.
  if (has_origin) {
    return "Vary: Origin\r\n"
           "Access-Control-Allow-Origin: *\r\n"
           "Access-Control-Allow-Credentials: true\r\n";
  }
  return "Vary: Origin\r\n";
}

std::string_view Cors::RetryLines(bool has_origin) const {
  return enabled_ && has_origin ? "Access-Control-Expose-Headers: Retry-After\r\n" : "";
}

std::string_view Cors::UnreadLines() const {
  return enabled_ ? "Access-Control-Allow-Origin: *\r\n" : "";
}

Response Cors::Preflight(std::string_view allow, bool has_origin) const {
  ResponseBuilder builder(204);
  builder.Header("Allow", allow);
  builder.Lines(Lines(has_origin));
  if (enabled_ && has_origin) {
    builder.Lines(
        "Vary: Access-Control-Request-Method\r\n"
        "Vary: Access-Control-Request-Headers\r\n"
        "Access-Control-Allow-Methods: GET,POST,OPTIONS\r\n"
        // Last-Event-ID is not in the official bridge's list; clients that read the stream with
        // fetch() need it.
        "Access-Control-Allow-Headers: DNT,X-CustomHeader,Keep-Alive,User-Agent,X-Requested-With,"
        "If-Modified-Since,Cache-Control,Content-Type,Authorization,Last-Event-ID\r\n"
        "Access-Control-Max-Age: 86400\r\n");
  }
  return builder.Empty();
}

}  // namespace prichal::http

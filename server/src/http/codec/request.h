#pragma once

#include <string_view>

#include "http/codec/method.h"

namespace prichal::http {

/// A parsed request. All views point into the connection's buffer and are valid only during the
/// handler call; a handler that responds later must copy. Header values are trimmed (RFC 9110
/// section 5.5); an absent header is an empty view.
struct Request {
  Method method = Method::kOther;
  std::string_view target;  ///< as received, in origin form: "/bridge/events?client_id=…"
  std::string_view path;    ///< target before the first '?', not percent-decoded
  std::string_view query;   ///< target after the first '?', not decoded

  std::string_view host;
  std::string_view origin;
  std::string_view accept;
  std::string_view accept_encoding;
  std::string_view accept_language;
  std::string_view if_none_match;
  std::string_view user_agent;
  std::string_view last_event_id;
  std::string_view content_type;
  std::string_view authorization;

  /// All header lines as received, each with CRLF, for rarely used headers. See RemoveLastField().
  std::string_view lines;

  std::string_view body;
};

}  // namespace prichal::http

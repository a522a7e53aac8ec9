#pragma once

#include <string_view>

#include "http/method.h"

namespace prichal::http {

/// One parsed request. Every view points into the buffer of the connection that parsed it and is
/// valid only while the handler that was given it runs; a handler that answers later copies what it
/// needs. Header values are trimmed (RFC 9110 section 5.5); an absent header is an empty view.
struct Request {
  Method method = Method::kOther;
  std::string_view target;  ///< as received, origin form: "/bridge/events?client_id=…"
  std::string_view path;    ///< target up to the first '?', not percent-decoded
  std::string_view query;   ///< target after the first '?', raw, without it

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

  /// All header lines as they came, each ended by CRLF: for what few requests are asked for. See
  /// TakeLastField().
  std::string_view lines;

  std::string_view body;
};

}  // namespace prichal::http

#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "http/codec/refusal.h"
#include "http/codec/request.h"

namespace prichal::http {

/// A parsed header section: the request, and the fields that determine its framing.
struct Head {
  Request request;  ///< without a body
  bool http11 = false;
  bool keep_alive = false;       ///< the connection can be reused after the response
  bool expect_continue = false;  ///< the client waits for 100 before it sends the body
  bool chunked = false;
  std::uint64_t content_length = 0;
};

/// Parses a complete header section that a HeadScanner has accepted. All views point into `bytes`.
/// Rejects: several Hosts, or none in HTTP/1.1; repeated Content-Length; Transfer-Encoding together
/// with Content-Length or in HTTP/1.0; codings other than chunked (501); versions other than 1.0
/// and 1.1 (505); expectations other than 100-continue (417). Any thread.
[[nodiscard]] Result<Head, Refusal> ParseHead(std::string_view bytes);

}  // namespace prichal::http

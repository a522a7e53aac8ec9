#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "http/refusal.h"
#include "http/request.h"

namespace prichal::http {

/// A request head and what it says about its own transmission.
struct Head {
  Request request;  ///< without a body yet
  bool http11 = false;
  bool keep_alive = false;       ///< the client wants the connection to stay
  bool expect_continue = false;  ///< the client waits for 100 before it sends the body
  bool chunked = false;
  std::uint64_t content_length = 0;
};

/// Reads a complete head, request line to empty line, which a HeadScanner has let through. All
/// views point into `bytes`. Refuses two Hosts or none in HTTP/1.1, repeated Content-Length,
/// Transfer-Encoding beside Content-Length or in HTTP/1.0, codings other than chunked (501), other
/// versions than 1.0 and 1.1 (505), expectations other than 100-continue (417).
[[nodiscard]] Result<Head, Refusal> ParseHead(std::string_view bytes);

}  // namespace prichal::http

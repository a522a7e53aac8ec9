#pragma once

#include "base/bytes.h"

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

}  // namespace prichal::http

#pragma once

#include "base/bytes.h"

namespace prichal::http {

using prichal::SharedBytes;

/// A complete response, prepared before it is needed wherever that is possible.
///
/// `head` is the status line and every header line, each ended by CRLF, *without* the Date line,
/// the Connection line and the empty line that ends the head: the connection adds those three,
/// because only it knows the time and whether it stays open. Content-Length, if the response has
/// one, stands in `head` already. For HEAD requests the connection sends no body and keeps `head`.
struct Response {
  int status = 500;    ///< the same number as in the status line; for metrics and logs
  SharedBytes head;    ///< never null
  SharedBytes body;    ///< null: no body
  bool close = false;  ///< end the connection after this response
};

}  // namespace prichal::http

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/auth/call.h"
#include "auth/ids.h"
#include "auth/ledger.h"

namespace prichal::app {

/// Somebody who proves who he is, and what he wants by it.
struct Exchange {
  AuthCall call;
  /// Of the key that the request has shown; empty: none. A new session is bound to it.
  std::string jkt;
  /// The session that the identity is to be linked to; none: a new session begins.
  std::optional<auth::SessionId> link_to = {};
  bool merge = false;
  /// Where the browser is sent with its session, an absolute address; empty: the answer has it.
  std::string return_to = {};
};

/// Reads all of a request to sign in but its proof: the key that it shows, the session that it has.
/// `path`'s body is `body`; what stands in it of `link` and `merge` is looked at.
[[nodiscard]] Result<Exchange, Problem> ReadExchange(AuthLoop& loop, const http::Request& request,
                                                     AuthCall call);

/// For what was proven: a session, or a link, and the answer.
void Finish(const Exchange& exchange, auth::Identity identity, std::uint32_t amr);

/// The answer to what was not: counted twice against the address, unless it is our fault (5xx).
void RefuseProof(const AuthCall& call, const Problem& problem);

}  // namespace prichal::app

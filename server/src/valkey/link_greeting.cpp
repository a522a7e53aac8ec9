// The handshake of a new connection: authentication, database, scripts.

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "valkey/link.h"

namespace prichal::valkey {

void NodeConnection::Greet() {
  state_ = State::kGreeting;
  const Uri& uri = shared_.options.uri;
  const auto say = [this](InFlight::What what, const std::vector<std::string_view>& parts) {
    AppendCommand(output_, parts);
    Expect(what);
  };
  using What = InFlight::What;
  if (!uri.password.empty() && !uri.user.empty()) {
    say(What::kGreeting, {"AUTH", uri.user, uri.password});
  } else if (!uri.password.empty()) {
    say(What::kGreeting, {"AUTH", uri.password});
  }
  say(What::kIgnored, {"CLIENT", "SETNAME", shared_.options.name});
  if (uri.database != 0) say(What::kGreeting, {"SELECT", std::to_string(uri.database)});
  if (kind_ == Kind::kCommands) {
    for (const auto& script : shared_.scripts)
      say(What::kIgnored, {"SCRIPT", "LOAD", script->source});
  }
  // A server that is still loading its data answers PING with an error.
  say(What::kGreeting, {"PING"});
  stream_end_ = output_.size();
  MarkDirty();
}

bool NodeConnection::ReadGreeting(const Reply& reply) {
  if (reply.IsError()) {
    // A user without the permission for PING can still have the others.
    if (!(in_flight_.empty() && reply.text.starts_with("NOPERM")) &&
        !reply.text.starts_with("MASTERDOWN")) {
      Lose(fmt::format("the server refuses: {}", reply.text), true);
      return false;
    }
  }
  if (in_flight_.empty()) Greeted();
  return true;
}

void NodeConnection::Greeted() {
  state_ = State::kReady;
  shared_.loop.Cancel(*this);
  ready_since_ = shared_.loop.now().steady;
  if (!last_reason_.empty()) {
    Log(fmt::format("works again after {} attempts", attempts_));
  }
  last_reason_.clear();
  down_since_ = Millis(0);
  port_.OnReady(*this);
}

}  // namespace prichal::valkey

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "net/server.h"
#include "upgrade/channel.h"

namespace prichal::upgrade {

/// The process whose place this one is to take, as this one sees it: see Successor.
///
/// Belongs to the main thread.
class Predecessor {
 public:
  /// There is one when kVariable names a descriptor; it is taken out of the environment. The error
  /// says what is wrong with it.
  [[nodiscard]] static Result<std::optional<Predecessor>, std::string> Find();

  /// Its sockets. The error is a reason.
  Result<std::vector<net::HandedSocket>, std::string> TakeSockets();
  /// All is there but the files. Returns when they may be opened. The error: it will not come.
  Result<void, std::string> AwaitGo();
  /// Everybody is served here now. Returns when the service manager knows which process that is.
  void Serving();
  /// It goes on without this one.
  void Failed(std::string_view reason);

 private:
  explicit Predecessor(Channel channel) : channel_(std::move(channel)) {}

  Channel channel_;
};

}  // namespace prichal::upgrade

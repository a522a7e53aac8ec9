#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"

namespace prichal::webhook {

/// One request that is owed to another server.
struct Delivery {
  std::size_t target = 0;  ///< index into SenderOptions::targets
  std::string url;         ///< may hold a secret of the target: never logged
  std::string body;
  std::vector<std::string> headers;  ///< "Name: value"
  /// More of them, made for each attempt: what says when it was made. Called on the sender's
  /// thread.
  std::function<std::vector<std::string>(Millis unix_time)> sign = {};

  /// What it is counted as against the bound of the queue.
  [[nodiscard]] std::size_t Cost() const { return 512 + url.size() + body.size(); }
};

}  // namespace prichal::webhook

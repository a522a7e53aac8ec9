// A webhook delivery, from the loop that makes it to the sender.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"

namespace prichal::webhook {

/// One POST to another server. A value; moved to the sender, which retries it.
struct Delivery {
  std::size_t target = 0;  ///< index into SenderOptions::targets
  std::string url;         ///< may contain a secret of the target: never logged
  std::string body;
  std::vector<std::string> headers;  ///< "Name: value"
  /// Makes further headers for each attempt, such as a signature of its time. Called on the HTTPS
  /// client's thread. Empty if none.
  std::function<std::vector<std::string>(Millis unix_time)> sign = {};

  /// Returns its size in bytes as counted against the limit of its target.
  [[nodiscard]] std::size_t Cost() const { return 512 + url.size() + body.size(); }
};

}  // namespace prichal::webhook

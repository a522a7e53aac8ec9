#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace prichal::webhook {

/// One request that is owed to another server.
struct Delivery {
  std::size_t target = 0;  ///< index into SenderOptions::targets
  std::string url;         ///< may hold a secret of the target: never logged
  std::string body;
  std::vector<std::string> headers;  ///< "Name: value"

  /// What it is counted as against the bound of the queue.
  [[nodiscard]] std::size_t Cost() const { return 512 + url.size() + body.size(); }
};

}  // namespace prichal::webhook

#pragma once

#include <functional>
#include <string>

namespace prichal::store {

/// A file of messages that turned out to be broken.
struct BrokenFile {
  std::string path = {};
  std::string reason = {};
  std::string kept_as = {};  ///< where it, or what is broken of it, lies now; empty: nowhere else
  bool stays = false;        ///< nothing has taken its place, so nothing can be kept any more
};

using OnBrokenFile = std::function<void(const BrokenFile& file)>;

}  // namespace prichal::store

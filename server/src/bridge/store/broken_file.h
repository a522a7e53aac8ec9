#pragma once

#include <functional>
#include <string>

namespace prichal::store {

/// A broken database file, as it is reported to the operator. A plain value.
struct BrokenFile {
  std::string path = {};
  std::string reason = {};
  std::string kept_as = {};  ///< path of the copy or of the renamed file; empty: none
  bool stays = false;        ///< true if it was not replaced, so that no message can be stored
};

/// Receives a report. See StoreOptions::on_broken for the thread.
using OnBrokenFile = std::function<void(const BrokenFile& file)>;

}  // namespace prichal::store

// An error in the configuration.
#pragma once

#include <string>
#include <vector>

#include "config/source.h"

namespace prichal::config {

/// An error in the configuration: one line for people, and its parts for programs.
struct Problem {
  std::string text;  ///< Key, value, reason and fix; no full stop
  std::string key =
      {};  ///< "server.listen", or the unknown name. Empty if it concerns no single key
  std::string value = {};  ///< As in the file, secrets masked. Empty if none was given
  Source source = {};      ///< Source of the value; kDefault if it is not set
  std::string reason = {};
  std::string way_out = {};
};

/// Makes a problem of one line that has all parts.
[[nodiscard]] Problem ProblemOf(std::string text);

/// Returns the lines of the problems.
[[nodiscard]] std::vector<std::string> TextsOf(const std::vector<Problem>& problems);

}  // namespace prichal::config

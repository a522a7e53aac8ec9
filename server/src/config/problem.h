#pragma once

#include <string>
#include <vector>

#include "config/source.h"

namespace prichal::config {

/// A mistake in what was given: for people a line, for programs its parts.
struct Problem {
  std::string text;        ///< names key, value, reason and way out; no full stop
  std::string key = {};    ///< "server.listen", or the unknown name; empty: it is of no one key
  std::string value = {};  ///< as in the file, a secret masked; empty: none was given
  Source source = {};      ///< of that value; kDefault: nobody has set it
  std::string reason = {};
  std::string way_out = {};
};

/// Of one text that names all of it.
[[nodiscard]] Problem ProblemOf(std::string text);

/// Their lines.
[[nodiscard]] std::vector<std::string> TextsOf(const std::vector<Problem>& problems);

}  // namespace prichal::config

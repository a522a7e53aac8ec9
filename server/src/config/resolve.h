// Merges the sources of the configuration and checks the result.
#pragma once

#include <string>
#include <vector>

#include "config/key.h"
#include "config/settings.h"
#include "config/sources.h"

namespace prichal::config {

/// Final value of a key, and its source.
struct Effective {
  const Key* key = nullptr;
  Value value;
  Source source;
};

/// Result of merging all sources. Do not use the settings if there are problems.
struct Resolved {
  Settings settings;
  std::vector<Effective> effective;  ///< One for each key, in the order of the table
  std::vector<Problem> problems;     ///< All of them, not only the first
  /// False if a value was ignored, because it or its source is wrong. Problems of keys that do not
  /// fit together leave it true.
  bool is_complete = true;
  bool has_file = true;  ///< False if the configuration file could not be read
};

/// Merges the given values over the defaults. The source with the higher precedence wins, in any
/// order of `given`. A bad value is a problem even if another source overrides it. A 0 that means a
/// share of the machine becomes that share of `machine`.
Resolved Resolve(const std::vector<ConfigValue>& given, const Machine& machine = {},
                 std::span<const Key> table = Keys());

/// Adds a problem for each rule across several keys that the settings break (conflicts.cpp). Called
/// by Resolve() if each single value is allowed.
void AddConflicts(Resolved& resolved);

/// Restores those values of `before` in `next` that cannot change while the server runs, and
/// returns the names of their keys.
std::vector<std::string> KeepFromStart(const Settings& before, Settings& next);

/// Formats the configuration as a TOML file, with the source of each value in a comment.
std::string ToToml(const Resolved& resolved);

}  // namespace prichal::config

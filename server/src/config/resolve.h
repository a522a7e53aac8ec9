#pragma once

#include <string>
#include <vector>

#include "config/key.h"
#include "config/problem.h"
#include "config/settings.h"
#include "config/source.h"

namespace prichal::config {

/// The value that a key ended up with.
struct Effective {
  const Key* key = nullptr;
  Value value;
  Source source;
};

/// What all sources together come to. The settings are to be used only without problems.
struct Resolved {
  Settings settings;
  std::vector<Effective> effective;  ///< a row for each key, in the order of the table
  std::vector<Problem> problems;     ///< every one
};

/// Lays what was given over the defaults: a stronger source wins, the order in `given` does not
/// matter. A bad value is a problem also where a stronger source hides it.
/// `machine`: what the shares that are not set are shares of.
Resolved Resolve(const std::vector<ConfigValue>& given, const Machine& machine = {},
                 std::span<const Key> table = Keys());

/// Which keys that are for the start differ between two, by name. `next` gets `before`'s values for
/// them.
std::vector<std::string> KeepFromStart(const Settings& before, Settings& next);

/// The effective configuration as a TOML file with the source of each value beside it.
std::string ToToml(const Resolved& resolved);

}  // namespace prichal::config

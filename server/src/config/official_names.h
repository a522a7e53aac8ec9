// Environment variables of the official bridge, translated to our keys.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/sources.h"

namespace prichal::config {

/// How the value of an official variable is converted to a value of ours.
enum class Reading {
  kAsItIs,
  kPort,          ///< A port on all interfaces
  kGoSwitch,      ///< Also 1, t, TRUE, …
  kMilliseconds,  ///< From seconds
  kLogLevel,      ///< Levels that we do not have, in upper or lower case
};

/// A variable of the official bridge and the key that it sets. Some variables set several keys.
struct OfficialName {
  std::string_view variable;
  std::string_view key;  ///< `bridge.heartbeat`
  Reading reading = Reading::kAsItIs;
};

/// The table, in the order of the documentation.
std::span<const OfficialName> OfficialNames();

/// Reads the official bridge's variables from a list like environ(7). Empty variables are ignored,
/// and so are links to services that Kubernetes sets, such as METRICS_PORT=tcp://….
std::vector<ConfigValue> ReadOfficialEnvironment(const char* const* variables);

/// Returns the official variables that are set and have no effect here.
std::vector<std::string> UnusedOfficialVariables(const char* const* variables);

}  // namespace prichal::config

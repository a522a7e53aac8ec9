// Environment variables of the official bridge (https://github.com/ton-connect/bridge), converted
// to keys of this server.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/sources.h"

namespace prichal::config {

/// How the value of an official variable is converted.
enum class Reading {
  kAsItIs,
  kPort,          ///< A port on all interfaces
  kGoSwitch,      ///< A boolean as Go parses it: also 1, t, TRUE, …
  kMilliseconds,  ///< Seconds, converted to milliseconds
  kLogLevel,      ///< Includes levels that this server does not have; case-insensitive
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

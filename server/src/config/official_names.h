#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/source.h"

namespace prichal::config {

/// How the text of the official bridge's variable becomes the text of ours.
enum class Reading {
  kAsItIs,
  kPort,          ///< a port on all interfaces
  kGoSwitch,      ///< 1, t, TRUE, … as well
  kMilliseconds,  ///< from seconds
  kLogLevel,      ///< its levels that ours has not, in any case of letters
};

/// A variable of the official bridge that means a key of ours. One may mean several.
struct OfficialName {
  std::string_view variable;
  std::string_view key;  ///< `bridge.heartbeat`
  Reading reading = Reading::kAsItIs;
};

/// The table, in the order of the documentation.
std::span<const OfficialName> OfficialNames();

/// Takes the official bridge's variables from a list as in environ(7); an empty one is as good as
/// none. Links to services, which Kubernetes sets as METRICS_PORT=tcp://…, are left alone.
std::vector<ConfigValue> ReadOfficialEnvironment(const char* const* variables);

/// Those that are set and mean nothing here, to be named once.
std::vector<std::string> UnusedOfficialVariables(const char* const* variables);

}  // namespace prichal::config

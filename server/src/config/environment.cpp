#include <algorithm>

#include "config/key.h"
#include "config/source.h"

namespace prichal::config {
namespace {

constexpr std::string_view kPrefix = "PRICHAL_";

/// `PRICHAL_SERVICE_HOST`, `PRICHAL_WEB_PORT_8080_TCP_ADDR`: links to a service, which Kubernetes
/// puts into every container of the name space. `PRICHAL_SERVICE_PORT_HTTP` names a port.
bool IsServiceLink(std::string_view name) {
  if (name.ends_with("_SERVICE_HOST") || name.ends_with("_SERVICE_PORT") ||
      name.ends_with("_PORT") || name.find("_SERVICE_PORT_") != std::string_view::npos) {
    return true;
  }
  const auto port = name.find("_PORT_");
  return port != std::string_view::npos && (name.find("_TCP", port) != std::string_view::npos ||
                                            name.find("_UDP", port) != std::string_view::npos);
}

}  // namespace

std::vector<ConfigValue> ReadEnvironment(const char* const* variables) {
  std::vector<ConfigValue> given;
  for (; *variables != nullptr; ++variables) {
    const std::string_view line = *variables;
    if (!line.starts_with(kPrefix)) continue;
    const std::string name(line.substr(0, line.find('=')));
    const auto text = line.substr(std::min(name.size() + 1, line.size()));
    const auto table = Keys();
    const auto key = std::find_if(table.begin(), table.end(),
                                  [&](const Key& row) { return EnvironmentName(row) == name; });
    if (key != table.end()) {
      given.push_back({FullName(*key), ValueFromText(key->kind, text), {From::kEnvironment, name}});
    } else if (!IsServiceLink(name)) {
      given.push_back({name, std::string(text), {From::kEnvironment, name}});
    }
  }
  return given;
}

}  // namespace prichal::config

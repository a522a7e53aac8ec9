#include "app/configure.h"

#include <unistd.h>

#include <utility>

#include "config/machine.h"
#include "config/official_names.h"

namespace prichal::app {

config::Resolved Configure(const std::string& config_file,
                           const std::vector<config::ConfigValue>& flags) {
  std::vector<config::ConfigValue> given;
  std::string unreadable;
  if (!config_file.empty()) {
    if (auto file = config::ReadFile(config_file)) {
      given = *std::move(file);
    } else {
      unreadable = file.error();
    }
  }
  for (auto& item : config::ReadOfficialEnvironment(environ)) given.push_back(std::move(item));
  for (auto& item : config::ReadEnvironment(environ)) given.push_back(std::move(item));
  given.insert(given.end(), flags.begin(), flags.end());
  auto resolved = config::Resolve(given, config::ReadMachine());
  if (!unreadable.empty()) resolved.problems.insert(resolved.problems.begin(), unreadable);
  return resolved;
}

}  // namespace prichal::app

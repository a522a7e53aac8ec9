#include "ops/commands/configure.h"

#include <unistd.h>

#include <optional>
#include <utility>

#include "config/machine.h"
#include "config/official_names.h"

namespace prichal::app {
namespace {

/// What stands in the file and in the environment.
struct Given {
  std::vector<config::ConfigValue> values;
  std::optional<config::FileMistake> unreadable;  ///< why the file could not be read
};

Given Read(const std::string& config_file) {
  Given given;
  if (!config_file.empty()) {
    if (auto file = config::ReadFile(config_file)) {
      given.values = *std::move(file);
    } else {
      given.unreadable = file.error();
    }
  }
  for (auto& item : config::ReadOfficialEnvironment(environ)) {
    given.values.push_back(std::move(item));
  }
  for (auto& item : config::ReadEnvironment(environ)) given.values.push_back(std::move(item));
  return given;
}

}  // namespace

config::Resolved Configure(const std::string& config_file,
                           const std::vector<config::ConfigValue>& flags) {
  Given given = Read(config_file);
  given.values.insert(given.values.end(), flags.begin(), flags.end());
  auto resolved = config::Resolve(given.values, config::ReadMachine());
  if (given.unreadable) {
    auto problem = config::ProblemOf(given.unreadable->text);
    problem.source = {config::From::kFile, config_file, given.unreadable->line};
    resolved.problems.insert(resolved.problems.begin(), std::move(problem));
  }
  return resolved;
}

Result<std::vector<ListenAddress>, std::string> AdminAddresses(const std::string& config_file,
                                                               const std::string& flag) {
  constexpr std::string_view kKey = "server.admin";
  Given given = Read(config_file);
  if (given.unreadable) return Fail(given.unreadable->text);
  std::erase_if(given.values, [&](const auto& item) { return item.key != kKey; });
  if (!flag.empty()) {
    given.values.push_back({std::string(kKey), flag, {config::From::kFlag, "--admin"}});
  }
  const auto resolved = config::Resolve(given.values);
  for (const auto& problem : resolved.problems) {
    if (problem.key == kKey) return Fail(problem.text);
  }
  return resolved.settings.server.admin;
}

}  // namespace prichal::app

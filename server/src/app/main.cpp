#include <fmt/ranges.h>
#include <unistd.h>

#include <cstring>
#include <exception>
#include <iostream>

#include "app/application.h"
#include "app/command_line.h"
#include "app/signals.h"
#include "app/version.h"
#include "config/official_names.h"
#include "config/resolve.h"

namespace {

using prichal::app::Application;
using prichal::app::Command;
namespace config = prichal::config;

/// What nobody can start with: a mistake in configuration, files or addresses.
constexpr int kExitMistake = 2;

config::Resolved Configure(const Command& command) {
  std::vector<config::Given> given;
  std::string unreadable;
  if (!command.config_file.empty()) {
    if (auto file = config::ReadFile(command.config_file)) {
      given = *std::move(file);
    } else {
      unreadable = file.error();
    }
  }
  for (auto& item : config::ReadOfficialEnvironment(environ)) given.push_back(std::move(item));
  for (auto& item : config::ReadEnvironment(environ)) given.push_back(std::move(item));
  given.insert(given.end(), command.flags.begin(), command.flags.end());
  auto resolved = config::Resolve(given);
  if (!unreadable.empty()) resolved.problems.insert(resolved.problems.begin(), unreadable);
  return resolved;
}

void Tell(const std::vector<std::string>& problems) {
  for (const auto& problem : problems) std::cerr << "prichal: " << problem << '\n';
}

int CheckConfig(const config::Resolved& resolved) {
  std::cout << config::ToToml(resolved);
  Tell(resolved.problems);
  return resolved.problems.empty() ? 0 : kExitMistake;
}

int Serve(const config::Resolved& resolved) {
  if (!resolved.problems.empty()) {
    Tell(resolved.problems);
    return kExitMistake;
  }
  prichal::app::HoldSignals();
  Application application(resolved.settings);
  const auto greeting = application.Start();
  if (!greeting) {
    Tell({greeting.error()});
    return kExitMistake;
  }
  std::cout << *greeting << std::endl;
  if (const auto unused = config::UnusedOfficialVariables(environ); !unused.empty()) {
    application.log().Write(prichal::telemetry::Level::kInfo,
                            "variables of the official bridge that mean nothing here",
                            {{"names", fmt::format("{}", fmt::join(unused, ", "))}});
  }
  const int signal = prichal::app::WaitForStop();
  application.log().Write(prichal::telemetry::Level::kInfo, "draining",
                          {{"signal", sigabbrev_np(signal)}});
  application.Drain();
  return 0;
}

int Run(int argc, const char* const* argv) {
  const auto command = prichal::app::ParseCommandLine(argc, argv);
  switch (command.verb) {
    case Command::Verb::kServe:
      return Serve(Configure(command));
    case Command::Verb::kCheckConfig:
      return CheckConfig(Configure(command));
    case Command::Verb::kVersion:
      std::cout << "prichal " << prichal::app::kVersion << '\n';
      return 0;
    case Command::Verb::kDone:
      break;
  }
  return command.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "prichal: " << error.what() << '\n';
    return kExitMistake;
  }
}

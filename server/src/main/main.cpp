#include <fmt/ranges.h>
#include <unistd.h>

#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <string_view>

#include "base/background_thread.h"
#include "config/official_names.h"
#include "config/resolve.h"
#include "main/application.h"
#include "main/systemd.h"
#include "ops/commands/commands.h"
#include "ops/commands/configure.h"
#include "ops/metrics/metrics.h"

namespace {

using prichal::app::Application;
using prichal::app::Asked;
using prichal::app::Command;
using prichal::telemetry::Level;
namespace config = prichal::config;
namespace systemd = prichal::systemd;

/// Exit status for invalid configuration, files or addresses.
constexpr int kExitMistake = 2;

void Tell(const std::vector<std::string>& problems) {
  for (const auto& problem : problems) std::cerr << "prichal: " << problem << '\n';
}

/// Reloads the configuration. If it is invalid, keeps the current one. Logs the result and returns
/// it as a status for the service manager.
std::string Reload(Application& application, const Command& command) {
  auto& log = application.log();
  application.ReopenFiles();
  auto resolved = prichal::app::Configure(command.config_file, command.flags);
  std::string problem = fmt::format("{}", fmt::join(config::TextsOf(resolved.problems), "; "));
  if (resolved.problems.empty()) {
    const auto waits_for_start = application.Reload(std::move(resolved.settings));
    if (waits_for_start && waits_for_start->empty()) {
      log.Write(Level::kInfo, "the configuration was read anew");
      return "serving";
    }
    if (waits_for_start) {
      log.Write(Level::kWarn, "the configuration was read anew, some keys wait for a restart",
                {{"keys", fmt::format("{}", fmt::join(*waits_for_start, ", "))}});
      return fmt::format("serving; these keys wait for a restart: {}",
                         fmt::join(*waits_for_start, ", "));
    }
    problem = waits_for_start.error();
  }
  log.Write(Level::kError, "the new configuration is refused, the old one goes on",
            {{"problem", problem}});
  return "serving; the new configuration is refused, the old one goes on: " + problem;
}

/// Returns the value of an environment variable. Null if it is not set.
const char* Variable(std::string_view name) {
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (text.starts_with(name) && text.substr(name.size()).starts_with('=')) {
      return text.substr(name.size() + 1).data();
    }
  }
  return nullptr;
}

/// Opens the notification socket of the service manager. An invalid name is logged and ignored,
/// because the server works without it.
systemd::Notifier OpenNotifier(Application& application) {
  const char* name = Variable("NOTIFY_SOCKET");
  auto notifier = systemd::Notifier::Open(name == nullptr ? "" : name);
  if (notifier) return *std::move(notifier);
  application.log().Write(Level::kWarn, "the service manager cannot be told anything",
                          {{"problem", notifier.error()}});
  return systemd::Notifier::Open("").value();
}

int Serve(const Command& command) {
  const auto resolved = prichal::app::Configure(command.config_file, command.flags);
  if (!resolved.problems.empty()) {
    Tell(config::TextsOf(resolved.problems));
    return kExitMistake;
  }
  prichal::app::HoldSignals();
  auto sockets = systemd::InheritedSockets::Claim(environ, getpid());
  systemd::InheritedSockets::ForgetVariables();
  std::optional<systemd::Notifier> notifier;
  Application application(resolved.settings, std::move(sockets));
  const auto greeting = application.Start();
  if (!greeting) {
    Tell({greeting.error()});
    return kExitMistake;
  }
  std::cout << *greeting << std::endl;
  notifier.emplace(OpenNotifier(application));
  if (const auto interval = systemd::WatchdogInterval(Variable("WATCHDOG_USEC"),
                                                      Variable("WATCHDOG_PID"), getpid())) {
    application.FeedWatchdog(*notifier, *interval);
  }
  notifier->Ready("serving");
  if (const auto unused = config::UnusedOfficialVariables(environ); !unused.empty()) {
    application.log().Write(Level::kInfo, "variables of the official bridge that mean nothing here",
                            {{"names", fmt::format("{}", fmt::join(unused, ", "))}});
  }
  auto signal = prichal::app::WaitForSignal(application.UntilNextTask());
  for (; signal.asked != Asked::kStop;
       signal = prichal::app::WaitForSignal(application.UntilNextTask())) {
    if (signal.asked == Asked::kReload) {
      notifier->Reloading();
      notifier->Ready(Reload(application, command));
    } else {
      application.RunDueTasks();
    }
  }
  notifier->Stopping("draining");
  application.log().Write(Level::kInfo, "draining", {{"signal", sigabbrev_np(signal.number)}});
  application.Drain();
  return application.failed() ? kExitMistake : 0;
}

int Run(int argc, const char* const* argv) {
  const auto command = prichal::app::ParseCommandLine(argc, argv);
  switch (command.verb) {
    case Command::Verb::kServe:
      return Serve(command);
    case Command::Verb::kCheckConfig:
      return prichal::app::CheckConfig(prichal::app::Configure(command.config_file, command.flags),
                                       command.check);
    case Command::Verb::kVersion:
      std::cout << "prichal " << prichal::app::kVersion << '\n';
      return 0;
    case Command::Verb::kRun:
      return command.run();
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

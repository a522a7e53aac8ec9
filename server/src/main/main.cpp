#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <string_view>

#include "base/background_thread.h"
#include "config/official_names.h"
#include "config/resolve.h"
#include "main/application.h"
#include "main/command_line.h"
#include "main/systemd.h"
#include "ops/commands/commands.h"
#include "ops/commands/configure.h"

namespace {

using prichal::Asked;
using prichal::main::Application;
using prichal::main::Command;
using prichal::main::Variable;
using prichal::telemetry::Level;
namespace config = prichal::config;

/// Exit status for invalid configuration, files or addresses.
constexpr int kExitMistake = 2;

void PrintProblems(const std::vector<std::string>& problems) {
  for (const auto& problem : problems) {
    std::cerr << "prichal: " << config::ProblemOf(problem).text << '\n';
  }
}

/// Reloads the configuration. If it is invalid, keeps the current one. Logs the result and returns
/// it as a status for the service manager.
std::string Reload(Application& application, const Command& command) {
  auto& log = application.log();
  application.ReopenFiles();
  auto resolved = prichal::ops::Configure(command.config_file, command.flags);
  std::string problem = fmt::format("{}", fmt::join(config::TextsOf(resolved.problems), "; "));
  if (resolved.problems.empty()) {
    const auto waits_for_start = application.Reload(std::move(resolved.settings));
    if (waits_for_start && waits_for_start->empty()) {
      log.Write(Level::kInfo, "the configuration is reloaded");
      return "serving";
    }
    if (waits_for_start) {
      log.Write(Level::kWarn, "the configuration is reloaded; some keys need a restart",
                {{"keys", fmt::format("{}", fmt::join(*waits_for_start, ", "))}});
      return fmt::format("serving; these keys need a restart: {}",
                         fmt::join(*waits_for_start, ", "));
    }
    problem = waits_for_start.error();
  }
  log.Write(Level::kError, "the new configuration is invalid; the old one stays in use",
            {{"problem", problem}});
  return "serving; the new configuration is invalid, the old one stays in use: " + problem;
}

/// Opens the notification socket of the service manager. An invalid name is logged and ignored,
/// because the server works without it.
prichal::main::Notifier OpenNotifier(Application& application) {
  const char* name = Variable(environ, "NOTIFY_SOCKET");
  auto notifier = prichal::main::Notifier::Open(name == nullptr ? "" : name);
  if (notifier) return *std::move(notifier);
  application.log().Write(Level::kWarn, "cannot notify the service manager",
                          {{"problem", notifier.error()}});
  return prichal::main::Notifier::Open("").value();
}

/// Adds the problems of files, addresses and the data folder. Skips keys with a problem, whose
/// values would only cause further ones.
void AddStartProblems(config::Resolved& resolved, Application::Purpose purpose) {
  if (!resolved.is_complete) return;
  const auto known = resolved.problems;
  for (std::string& line : Application::Check(resolved.settings, purpose)) {
    auto problem = config::ProblemOf(std::move(line));
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const auto& other) {
      return !problem.key.empty() && other.key == problem.key;
    });
    if (!is_known) resolved.problems.push_back(std::move(problem));
  }
}

/// Continues as the owner of the data folder if this process runs as root, as with sudo: the server
/// runs as that user, whose files root would report as foreign.
void BecomeOwnerOf(const std::string& folder) {
  struct stat found {};
  if (geteuid() != 0 || folder.empty() || stat(folder.c_str(), &found) != 0) return;
  if (found.st_uid == 0 || setegid(found.st_gid) != 0) return;
  [[maybe_unused]] const int failed = seteuid(found.st_uid);
}

int CheckConfig(const Command& command) {
  auto resolved = prichal::ops::Configure(command.config_file, command.flags);
  if (command.check.reload) BecomeOwnerOf(prichal::ops::DataFolderOf(resolved.settings));
  AddStartProblems(resolved, command.check.reload ? Application::Purpose::kReload
                                                  : Application::Purpose::kStart);
  return prichal::ops::PrintConfig(resolved, command.check);
}

int Serve(const Command& command) {
  auto resolved = prichal::ops::Configure(command.config_file, command.flags);
  if (!resolved.problems.empty()) {
    AddStartProblems(resolved, Application::Purpose::kStart);
    PrintProblems(config::TextsOf(resolved.problems));
    return kExitMistake;
  }
  prichal::HoldSignals();
  auto sockets = prichal::main::InheritedSockets::Claim(environ, getpid());
  prichal::main::InheritedSockets::ForgetVariables();
  std::optional<prichal::main::Notifier> notifier;
  Application application(resolved.settings, std::move(sockets));
  const auto greeting = application.Start();
  if (!greeting) {
    PrintProblems(greeting.error());
    return kExitMistake;
  }
  std::cout << *greeting << std::endl;
  notifier.emplace(OpenNotifier(application));
  if (const auto interval = prichal::main::WatchdogInterval(
          Variable(environ, "WATCHDOG_USEC"), Variable(environ, "WATCHDOG_PID"), getpid())) {
    application.FeedWatchdog(*notifier, *interval);
  }
  notifier->Ready("serving");
  if (const auto unused = config::UnusedOfficialVariables(environ); !unused.empty()) {
    application.log().Write(Level::kInfo,
                            "environment variables of the official bridge without effect",
                            {{"names", fmt::format("{}", fmt::join(unused, ", "))}});
  }
  auto signal = prichal::WaitForSignal(application.UntilNextTask());
  for (; signal.asked != Asked::kStop;
       signal = prichal::WaitForSignal(application.UntilNextTask())) {
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
  const auto command = prichal::main::ParseCommandLine(argc, argv);
  switch (command.verb) {
    case Command::Verb::kServe:
      return Serve(command);
    case Command::Verb::kCheckConfig:
      return CheckConfig(command);
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

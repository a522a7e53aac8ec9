#include <fmt/ranges.h>
#include <unistd.h>

#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <string_view>

#include "app/application.h"
#include "app/check_config.h"
#include "app/command_line.h"
#include "app/configure.h"
#include "app/signals.h"
#include "app/version.h"
#include "config/official_names.h"
#include "config/resolve.h"
#include "systemd/inherited_sockets.h"
#include "systemd/notifier.h"
#include "upgrade/predecessor.h"
#include "upgrade/successor.h"

namespace {

using prichal::app::Application;
using prichal::app::Asked;
using prichal::app::Command;
using prichal::telemetry::Level;
namespace config = prichal::config;
namespace systemd = prichal::systemd;
namespace upgrade = prichal::upgrade;

/// What a server cannot start with: a mistake in configuration, files or addresses.
constexpr int kExitMistake = 2;
/// An upgrade has left nobody who serves: worth a start anew.
constexpr int kExitLost = 1;

void Tell(const std::vector<std::string>& problems) {
  for (const auto& problem : problems) std::cerr << "prichal: " << problem << '\n';
}

/// The configuration as it is now, or the old one goes on: told in one line of the log either way,
/// and given for the service manager.
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

/// The value of a variable of the environment; null: it is not set.
const char* Variable(std::string_view name) {
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (text.starts_with(name) && text.substr(name.size()).starts_with('=')) {
      return text.substr(name.size() + 1).data();
    }
  }
  return nullptr;
}

/// The service manager, as the environment names it: a name that cannot be is told and passed over,
/// as the server is no worse for it.
systemd::Notifier OpenNotifier(Application& application) {
  const char* name = Variable("NOTIFY_SOCKET");
  auto notifier = systemd::Notifier::Open(name == nullptr ? "" : name);
  if (notifier) return *std::move(notifier);
  application.log().Write(Level::kWarn, "the service manager cannot be told anything",
                          {{"problem", notifier.error()}});
  return systemd::Notifier::Open("").value();
}

/// How long a successor may take before it says that it is ready, and to open the files.
constexpr prichal::Millis kPreparedWithin{60'000};
constexpr prichal::Millis kServesWithin{60'000};

/// What is executed in an upgrade: what runs now, by its path.
upgrade::Successor::Program OwnProgram(int argc, const char* const* argv) {
  return {.path = upgrade::OwnBinary(), .arguments = {argv, argv + argc}};
}

/// How an upgrade has come out.
enum class Upgraded {
  kNot,   ///< this process serves on
  kDone,  ///< another one serves
  kLost,  ///< nobody does
};

/// A process that has all but the files.
prichal::Result<upgrade::Successor, std::string> Prepare(
    const Application& application, const upgrade::Successor::Program& program) {
  auto next = upgrade::Successor::Start(program, application.SocketsToHand());
  if (!next) return prichal::Fail(next.error());
  if (auto is = next->AwaitPrepared(kPreparedWithin, prichal::app::StopIsAsked); !is) {
    return prichal::Fail(is.error());
  }
  return next;
}

/// It serves from now on, or there is a reason why not.
prichal::Result<void, std::string> HandOverTo(upgrade::Successor& next, Application& application,
                                              const systemd::Notifier& notifier) {
  if (auto serves = next.Go(kServesWithin); !serves) return serves;
  notifier.MainProcess(next.pid());
  next.BecomesMain();
  application.log().Write(Level::kInfo, "another process serves", {{"process", next.pid()}});
  return {};
}

/// Starts the binary that lies behind the path of this one, and gives it the sockets and then the
/// files.
Upgraded Upgrade(Application& application, const systemd::Notifier& notifier,
                 upgrade::Successor::Program program) {
  auto& log = application.log();
  if (getpid() == 1) {
    log.Write(Level::kError,
              "no upgrade: this is the first process of a container, which ends with it",
              {{"way_out", "start a container of the new image"}});
    return Upgraded::kNot;
  }
  log.Write(Level::kInfo, "an upgrade begins", {{"binary", program.path}});
  {
    auto next = Prepare(application, program);
    if (!next) {
      log.Write(Level::kError, "the upgrade is refused, this process serves on",
                {{"problem", next.error()}});
      return Upgraded::kNot;
    }
    application.LetGo();
    const auto handed = HandOverTo(*next, application, notifier);
    if (handed) return Upgraded::kDone;
    log.Write(Level::kError,
              "the next process has failed with the files, this build is started anew",
              {{"problem", handed.error()}});
  }
  program.path = upgrade::kThisBinary;
  auto again = Prepare(application, program);
  const auto handed = again ? HandOverTo(*again, application, notifier)
                            : prichal::Result<void, std::string>(prichal::Fail(again.error()));
  if (handed) return Upgraded::kDone;
  log.Write(Level::kError, "nobody serves any more", {{"problem", handed.error()}});
  return Upgraded::kLost;
}

int Serve(const Command& command, const upgrade::Successor::Program& program) {
  auto predecessor = upgrade::Predecessor::Find();
  if (!predecessor) {
    Tell({predecessor.error()});
    return kExitMistake;
  }
  auto* const before = *predecessor ? &**predecessor : nullptr;
  const auto resolved = prichal::app::Configure(command.config_file, command.flags);
  if (!resolved.problems.empty()) {
    const auto texts = config::TextsOf(resolved.problems);
    Tell(texts);
    if (before != nullptr) before->Failed(fmt::format("{}", fmt::join(texts, "; ")));
    return kExitMistake;
  }
  prichal::app::HoldSignals();
  auto sockets = systemd::InheritedSockets::Take(environ, getpid());
  systemd::InheritedSockets::ForgetVariables();
  std::optional<systemd::Notifier> notifier;
  Application application(resolved.settings, std::move(sockets), before);
  const auto greeting = application.Start();
  if (!greeting) {
    Tell({greeting.error()});
    if (before != nullptr) before->Failed(greeting.error());
    return kExitMistake;
  }
  std::cout << *greeting << std::endl;
  // Before the manager is told anything: until it knows this process it does not listen to it.
  if (before != nullptr) before->Serving();
  predecessor->reset();
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
    } else if (signal.asked == Asked::kUpgrade) {
      const Upgraded upgraded = Upgrade(application, *notifier, program);
      if (upgraded == Upgraded::kNot) continue;
      prichal::app::ReleaseSignals();
      application.EndAfterSuccessor();
      return upgraded == Upgraded::kDone ? 0 : kExitLost;
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
      return Serve(command, OwnProgram(argc, argv));
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

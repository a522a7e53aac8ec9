// The command line of the binary.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ops/commands/check_config.h"
#include "base/cli/command.h"
#include "config/source.h"

namespace prichal::app {

/// Result of reading the command line: the command to run, with its flags.
struct Command {
  enum class Verb {
    kServe,
    kCheckConfig,
    kVersion,
    kRun,   ///< A command that reads its input, prints and exits: call `run`
    kDone,  ///< Help or an error was printed: exit with `exit_code`
  };
  Verb verb = Verb::kDone;
  int exit_code = 0;
  CheckConfigFlags check;                  ///< For kCheckConfig
  std::string config_file;                 ///< Empty if none
  std::vector<config::ConfigValue> flags;  ///< Keys of the configuration that are given as flags
  std::function<int()> run;                ///< For kRun: returns the exit status
  /// Description of all commands, which `run` refers to.
  std::shared_ptr<const cli::Command> described;
};

/// Reads the arguments. Prints help to standard output and errors to standard error.
Command ParseCommandLine(int argc, const char* const* argv);

// The commands that need the server's configuration or a network, each in a file of its name. The
// others are in command/.

/// Adds `backup`, which copies the files of messages and sign-ins, whether the server runs or not.
void AddBackupCommand(cli::Command& app);
/// Adds `canary`, which sends and receives messages through a bridge and exports metrics of them.
void AddCanaryCommand(cli::Command& app);
/// Adds `doctor`, which checks a deployment from outside and from inside.
void AddDoctorCommand(cli::Command& app);
/// Adds `health`, which asks a running server at its admin address whether it is ready.
void AddHealthCommand(cli::Command& app);
/// Adds `keys list`, `keys rotate` and `keys export` for the signing keys of a server, whether it
/// runs or not.
void AddKeysCommand(cli::Command& app);
/// Adds `wallets pull`, which fetches the wallets list with its pictures, and `wallets check`.
void AddWalletsCommand(cli::Command& app);

}  // namespace prichal::app

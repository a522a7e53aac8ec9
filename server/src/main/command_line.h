#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/cli/command_line.h"
#include "config/sources.h"
#include "ops/commands/commands.h"

namespace prichal::main {

/// Result of reading the command line: the command to run, with its flags.
struct Command {
  enum class Verb {
    kServe,
    kCheckConfig,
    kRun,   ///< A command that reads its input, prints and exits: call `run`
    kDone,  ///< Help or an error was printed: exit with `exit_code`
  };
  Verb verb = Verb::kDone;
  int exit_code = 0;
  ops::CheckConfigFlags check;             ///< For kCheckConfig
  std::string config_file;                 ///< Empty if none
  std::vector<config::ConfigValue> flags;  ///< Keys of the configuration that are given as flags
  std::function<int()> run;                ///< For kRun: returns the exit status
  /// Description of all commands, which `run` refers to.
  std::shared_ptr<const cli::Command> described;
};

/// Reads the arguments. Prints help to standard output and errors to standard error.
Command ParseCommandLine(int argc, const char* const* argv);

}  // namespace prichal::main

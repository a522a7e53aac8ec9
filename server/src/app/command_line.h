#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/check_config.h"
#include "cli/command.h"
#include "config/source.h"

namespace prichal::app {

/// What the person at the terminal asked for.
struct Command {
  enum class Verb {
    kServe,
    kCheckConfig,
    kVersion,
    kRun,   ///< one of the commands of app/command
    kDone,  ///< help was printed, or a mistake was named: end with `exit_code`
  };
  Verb verb = Verb::kDone;
  int exit_code = 0;
  CheckConfigFlags check;                  ///< of kCheckConfig
  std::string config_file;                 ///< empty: none
  std::vector<config::ConfigValue> flags;  ///< keys of the configuration given as flags
  std::function<int()> run;                ///< of kRun: gives the exit status
  /// The description of all commands, which `run` refers to.
  std::shared_ptr<const cli::Command> described;
};

/// Reads the arguments. Prints help to standard output and mistakes to standard error.
Command ParseCommandLine(int argc, const char* const* argv);

}  // namespace prichal::app

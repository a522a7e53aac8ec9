#pragma once

#include <string>
#include <vector>

#include "app/check_config.h"
#include "app/command/commands.h"
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
  command::Run run;                        ///< of kRun: gives the exit status
};

/// Reads the arguments. Prints help to standard output and mistakes to standard error.
Command ParseCommandLine(int argc, const char* const* argv);

}  // namespace prichal::app

// Description of a command line.
// Parses a command line that command.h describes.

#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <string>
#include <variant>
#include <vector>

namespace prichal::cli {

/// Variable that receives the value of an option, or a function that does. It outlives the parsing.
using Target = std::variant<bool*, int*, std::size_t*, double*, std::string*, std::vector<int>*,
                            std::vector<std::string>*, std::function<void(const std::string&)>>;

/// A flag of a command ("--config FILE"), or a positional argument.
struct Option {
  std::string name;  ///< "--config", or the name of a positional argument, "file"
  /// Placeholder of the value in --help: "FILE", or the choices, "text|json". Empty for a switch.
  std::string value;
  Target target;
  std::string about;
  std::string standard = {};  ///< Default that --help shows. Empty: none is shown
  bool required = false;
  bool comma_joined = false;    ///< The option can repeat; its values are joined with a comma
  bool several_values = false;  ///< One flag can have several values ("--also A B"). Lists only
  /// Returns what is wrong with a value, empty if nothing is.
  std::function<std::string(const std::string&)> check = {};
  bool given = false;  ///< Set by Parse()

  [[nodiscard]] bool is_switch() const { return std::holds_alternative<bool*>(target); }
  [[nodiscard]] bool is_list() const;
};

/// A command or a group of commands, as Parse() reads it. References to commands and options stay
/// valid while the root exists.
struct Command {
  Command(std::string command_name, std::string command_about)
      : name(std::move(command_name)), about(std::move(command_about)) {}

  Command& AddCommand(std::string command_name, std::string command_about);
  Option& AddOption(std::string option_name, std::string value, Target target,
                    std::string option_about);
  Option& AddSwitch(std::string option_name, bool& target, std::string option_about);

  std::string name;  ///< "list"
  std::string about;
  std::string footer;        ///< Further lines of --help. Empty if none
  std::function<int()> run;  ///< Runs the command and returns the exit status. Empty for a group
  std::list<Option> options;
  std::list<Command> commands;
};

/// Result of reading the arguments. Exactly one of the three is set.
struct Parsed {
  const Command* chosen = nullptr;  ///< Command that the arguments name, a leaf of the tree
  std::string help = {};            ///< Text for standard output: --help was given
  std::string error = {};           ///< Reason why the arguments are rejected, one line
};

/// Reads the arguments of a process. Writes the values to the targets of the chosen command's
/// options and sets Option::given.
[[nodiscard]] Parsed Parse(Command& root, int argc, const char* const* argv);

}  // namespace prichal::cli

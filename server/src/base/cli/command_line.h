// Describes and parses a command line.

#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <string>
#include <variant>
#include <vector>

namespace prichal::cli {

/// Receives the value of an option: a variable or a function. Must outlive Parse().
using Target = std::variant<bool*, int*, std::size_t*, double*, std::string*, std::vector<int>*,
                            std::vector<std::string>*, std::function<void(const std::string&)>>;

/// An option of a command ("--config FILE") or a positional argument.
struct Option {
  std::string name;  ///< "--config", or the name of a positional argument, "file"
  /// Placeholder of the value in --help: "FILE", or the choices, "text|json". Empty for a switch.
  std::string value;
  Target target;
  std::string about;
  std::string standard = {};  ///< default shown by --help. Empty if none
  bool required = false;
  bool comma_joined = false;    ///< the option can repeat; its values are joined with a comma
  bool several_values = false;  ///< one option can have several values ("--also A B"); lists only
  /// Names of other programs for it ("--port"), which lead to a suggestion.
  std::vector<std::string> other_names = {};
  /// Returns the problem with a value. Empty if the value is valid.
  std::function<std::string(const std::string&)> check = {};
  bool given = false;  ///< set by Parse()

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
  std::string footer;   ///< more lines of --help. Empty if none
  std::string version;  ///< output of --version, of the root only. Empty if there is no such flag
  /// Names of other programs for it ("start"), which lead to a suggestion.
  std::vector<std::string> other_names;
  std::function<int()> run;  ///< runs the command and returns the exit status. Empty for a group
  std::list<Option> options;
  std::list<Command> commands;
};

/// Result of reading the arguments. Exactly one of the three is set.
struct Parsed {
  const Command* chosen = nullptr;  ///< the command to run, a leaf of the tree
  std::string help = {};            ///< text for standard output: of --help or --version
  std::string error = {};           ///< problem with the arguments, one line without a full stop
  std::string command = {};  ///< with `error`: names of the command, "keys list"; may be empty
};

/// Reads the arguments of a process. Writes the values to the targets of the chosen command's
/// options and sets Option::given.
[[nodiscard]] Parsed Parse(Command& root, int argc, const char* const* argv);

}  // namespace prichal::cli

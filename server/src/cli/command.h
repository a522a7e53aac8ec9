#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace prichal::cli {

/// Variable that receives the value of an option, or a function that does. It outlives the parsing.
using Target = std::variant<bool*, int*, std::size_t*, double*, std::string*, std::vector<int>*,
                            std::vector<std::string>*, std::function<void(const std::string&)>>;

/// A flag of a command ("--config FILE"), or a positional argument.
struct Option {
  std::string name;  ///< "--config", or the name of a positional argument, "file"
  /// Placeholder of the value, "FILE", or the choices, "text|json". Empty for a switch.
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

  [[nodiscard]] bool is_flag() const { return name.starts_with("--"); }
  [[nodiscard]] bool is_switch() const { return std::holds_alternative<bool*>(target); }
  [[nodiscard]] bool is_list() const;
  /// Name in the manual page: "--config", or "FILE" of a positional argument.
  [[nodiscard]] const std::string& label() const { return is_flag() ? name : value; }
  /// The only values that are accepted. Empty: others are too.
  [[nodiscard]] std::vector<std::string_view> Choices() const;
  /// The value is a path.
  [[nodiscard]] bool TakesPath() const { return value == "FILE" || value == "DIR"; }
};

/// A command or a group of commands. The parser, the manual page and the completion of shells all
/// read this description. References to commands and options stay valid while the root exists.
struct Command {
  Command(std::string command_name, std::string command_about)
      : words(command_name), name(std::move(command_name)), about(std::move(command_about)) {}

  Command& AddCommand(std::string command_name, std::string command_about);
  Option& AddOption(std::string option_name, std::string value, Target target,
                    std::string option_about);
  Option& AddSwitch(std::string option_name, bool& target, std::string option_about);

  std::string words;  ///< "prichal keys list"
  std::string name;   ///< "list"
  std::string about;
  std::string footer;        ///< Further lines of --help. Empty if none
  std::function<int()> run;  ///< Runs the command and returns the exit status. Empty for a group
  std::list<Option> options;
  std::list<Command> commands;
};

/// Calls `visit` for `command` and for all commands below it, from top to bottom.
template <typename Visitor>
void Visit(const Command& command, const Visitor& visit) {
  visit(command);
  for (const Command& each : command.commands) Visit(each, visit);
}

}  // namespace prichal::cli

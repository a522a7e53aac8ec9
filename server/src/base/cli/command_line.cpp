#include "base/cli/command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

namespace prichal::cli {

bool Option::is_list() const {
  return std::holds_alternative<std::vector<int>*>(target) ||
         std::holds_alternative<std::vector<std::string>*>(target);
}

Command& Command::AddCommand(std::string command_name, std::string command_about) {
  return commands.emplace_back(std::move(command_name), std::move(command_about));
}

Option& Command::AddOption(std::string option_name, std::string value, Target target,
                           std::string option_about) {
  return options.emplace_back(Option{.name = std::move(option_name),
                                     .value = std::move(value),
                                     .target = std::move(target),
                                     .about = std::move(option_about)});
}

Option& Command::AddSwitch(std::string option_name, bool& target, std::string option_about) {
  return AddOption(std::move(option_name), {}, &target, std::move(option_about));
}

namespace {

/// Adds an option to CLI11.
struct Declare {
  CLI::App& app;
  const Option& option;

  CLI::Option* operator()(bool* target) const {
    return app.add_flag(option.name, *target, option.about);
  }
  CLI::Option* operator()(const std::function<void(const std::string&)>& target) const {
    return app.add_option_function<std::string>(option.name, target, option.about);
  }
  template <typename Value>
  CLI::Option* operator()(Value* target) const {
    return app.add_option(option.name, *target, option.about);
  }
};

/// Converts the description to CLI11.
class Parser {
 public:
  explicit Parser(Command& root) : app_(root.about, root.name) { Add(root, app_); }

  Parsed Parse(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return {.help = app_.help()};
    } catch (const CLI::ParseError& error) {
      return {.error = error.what()};
    }
    for (const auto& [declared, option] : options_) option->given = declared->count() > 0;
    Parsed parsed;
    for (const auto& [declared, command] : commands_) {
      if (declared->parsed() && command->commands.empty()) parsed.chosen = command;
    }
    return parsed;
  }

 private:
  void Add(Command& command, CLI::App& app) {
    commands_.emplace_back(&app, &command);
    app.footer(command.footer);
    for (Option& option : command.options) Add(option, app);
    for (Command& each : command.commands) Add(each, *app.add_subcommand(each.name, each.about));
    if (!command.commands.empty()) app.require_subcommand(1);
  }

  void Add(Option& option, CLI::App& app) {
    CLI::Option* declared = std::visit(Declare{app, option}, option.target);
    if (!option.is_switch()) declared->type_name(option.value);
    if (option.is_list() && !option.several_values) declared->allow_extra_args(false);
    if (option.comma_joined) declared->join(',');
    if (!option.standard.empty()) declared->default_str(option.standard);
    if (option.check) declared->check(option.check);
    declared->required(option.required);
    options_.emplace_back(declared, &option);
  }

  CLI::App app_;
  std::vector<std::pair<const CLI::App*, const Command*>> commands_;
  std::vector<std::pair<const CLI::Option*, Option*>> options_;
};

}  // namespace

Parsed Parse(Command& root, int argc, const char* const* argv) {
  return Parser(root).Parse(argc, argv);
}

}  // namespace prichal::cli

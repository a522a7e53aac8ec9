#include "base/cli/command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/similar.h"

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

/// Returns the name in `all` that the user probably meant. Empty if none is similar.
template <typename Named>
std::string Suggestion(const std::list<Named>& all, std::string_view wrong) {
  std::size_t best = kSimilar + 1;
  std::string name;
  for (const Named& each : all) {
    const auto& others = each.other_names;
    if (std::find(others.begin(), others.end(), wrong) != others.end()) return each.name;
    const auto distance = EditDistance(wrong, each.name);
    // At least half of the name has to be right.
    if (distance >= best || 2 * distance > each.name.size()) continue;
    best = distance;
    name = each.name;
  }
  return name;
}

template <typename Named>
std::string Unknown(std::string_view what, const std::list<Named>& all, std::string_view wrong) {
  const std::string name = Suggestion(all, wrong);
  std::string text = "unknown " + std::string(what) + " \"" + std::string(wrong) + '"';
  return name.empty() ? text : text + ". Did you mean \"" + name + "\"?";
}

/// Finds the command of the arguments, and an unknown command or option in them.
struct Diagnosis {
  std::string command;  ///< "keys list"
  std::string error;    ///< empty if all names are known
};

Diagnosis Diagnose(const Command& root, std::span<const char* const> arguments) {
  Diagnosis found;
  const Command* at = &root;
  for (const std::string_view argument : arguments) {
    if (argument == "--") break;
    const auto name = argument.substr(0, argument.find('='));
    if (argument.starts_with('-') && argument.size() > 1) {
      const bool is_known = name == "--help" || name == "-h" ||
                            (at == &root && name == "--version" && !root.version.empty()) ||
                            std::any_of(at->options.begin(), at->options.end(),
                                        [&](const Option& option) { return option.name == name; });
      const bool is_value = !argument.starts_with("--") && at->commands.empty();  // "-1", "-"
      if (is_known || is_value) continue;
      found.error = Unknown("option", at->options, name);
      return found;
    }
    if (at->commands.empty()) continue;
    const auto next = std::find_if(at->commands.begin(), at->commands.end(),
                                   [&](const Command& each) { return each.name == argument; });
    if (next == at->commands.end()) {
      found.error = Unknown("command", at->commands, argument);
      return found;
    }
    at = &*next;
    found.command += (found.command.empty() ? "" : " ") + at->name;
  }
  if (!at->commands.empty()) found.error = "no command is given";
  return found;
}

/// Converts the description to CLI11.
class Parser {
 public:
  explicit Parser(Command& root) : root_(root), app_(root.about, root.name) {
    Add(root, app_);
    if (!root.version.empty())
      app_.set_version_flag("--version", root.version, "Print the version");
  }

  Parsed Parse(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return {.help = app_.help()};
    } catch (const CLI::CallForVersion&) {
      return {.help = root_.version + "\n"};
    } catch (const CLI::ParseError& error) {
      const std::span all(argv, static_cast<std::size_t>(argc));
      auto [command, problem] = Diagnose(root_, all.subspan(std::min<std::size_t>(1, all.size())));
      return {.error = problem.empty() ? error.what() : std::move(problem),
              .command = std::move(command)};
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

  const Command& root_;
  CLI::App app_;
  std::vector<std::pair<const CLI::App*, const Command*>> commands_;
  std::vector<std::pair<const CLI::Option*, Option*>> options_;
};

}  // namespace

Parsed Parse(Command& root, int argc, const char* const* argv) {
  return Parser(root).Parse(argc, argv);
}

}  // namespace prichal::cli

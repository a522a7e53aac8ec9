#include "base/cli/command.h"

#include <utility>

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

}  // namespace prichal::cli

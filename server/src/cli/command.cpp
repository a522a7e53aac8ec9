#include "cli/command.h"

#include <utility>

namespace prichal::cli {

bool Option::is_list() const {
  return std::holds_alternative<std::vector<int>*>(target) ||
         std::holds_alternative<std::vector<std::string>*>(target);
}

std::vector<std::string_view> Option::Choices() const {
  std::vector<std::string_view> words;
  if (value.find('|') == std::string::npos) return words;
  std::string_view rest = value;
  for (auto bar = rest.find('|'); bar != std::string_view::npos; bar = rest.find('|')) {
    words.push_back(rest.substr(0, bar));
    rest.remove_prefix(bar + 1);
  }
  words.push_back(rest);
  return words;
}

Command& Command::AddCommand(std::string command_name, std::string command_about) {
  Command& added = commands.emplace_back(std::move(command_name), std::move(command_about));
  added.words = words + " " + added.name;
  return added;
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

#include "app/command/outline.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

namespace prichal::app::command {
namespace {

OptionOutline OptionOf(const CLI::Option& option) {
  const bool is_flag = option.nonpositional();
  const bool is_switch = option.get_items_expected_max() == 0;
  OptionOutline outline;
  outline.value = is_switch ? "" : option.get_type_name();
  outline.name = is_flag ? option.get_name() : outline.value;
  outline.about = option.get_description();
  outline.is_flag = is_flag;
  outline.repeats = option.get_items_expected_max() > 1;
  return outline;
}

}  // namespace

std::vector<std::string_view> OptionOutline::Choices() const {
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

Outline OutlineOf(const CLI::App& app, std::string_view above) {
  Outline outline;
  outline.name = app.get_name();
  outline.words = above.empty() ? outline.name : fmt::format("{} {}", above, outline.name);
  outline.about = app.get_description();
  outline.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option != app.get_help_ptr()) outline.options.push_back(OptionOf(*option));
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    outline.commands.push_back(OutlineOf(*command, outline.words));
  }
  return outline;
}

}  // namespace prichal::app::command

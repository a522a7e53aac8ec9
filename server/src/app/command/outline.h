#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace prichal::app::command {

/// One flag of a command, or one thing that it takes without a name.
struct OptionOutline {
  std::string name;   ///< "--config"; of what has none, "FILE"
  std::string value;  ///< "FILE", or the words that are allowed, "text|json"; empty: a switch
  std::string about;
  bool is_flag = true;
  bool repeats = false;

  /// The words that are allowed; empty: others are too.
  [[nodiscard]] std::vector<std::string_view> Choices() const;
  /// Whether a path goes there.
  [[nodiscard]] bool TakesPath() const { return value == "FILE" || value == "DIR"; }
};

/// What the binary can be asked for, as the command line itself declares it: the one source of the
/// help, the manual page and the completion of shells.
struct Outline {
  std::string words;  ///< "prichal keys list"
  std::string name;   ///< "list"
  std::string about;
  std::string footer;  ///< more of it, lines that belong together; empty: no more
  std::vector<OptionOutline> options;
  std::vector<Outline> commands;
};

[[nodiscard]] Outline OutlineOf(const CLI::App& app, std::string_view above = {});

/// Calls `take` for it and for all commands below it, from top to bottom.
template <typename Take>
void Visit(const Outline& outline, const Take& take) {
  take(outline);
  for (const Outline& command : outline.commands) Visit(command, take);
}

}  // namespace prichal::app::command

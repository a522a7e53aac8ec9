#pragma once

#include <string>
#include <string_view>

#include "cli/command.h"

namespace prichal::app::command {

/// prichal(1): what the binary can be asked for, in man(7).
[[nodiscard]] std::string CommandsPage(const cli::Command& outline, std::string_view version);

/// prichal.toml(5): every key of the configuration, in man(7).
[[nodiscard]] std::string ConfigurationPage(std::string_view version);

/// Adds `man`, which prints these pages.
void AddMan(cli::Command& app, std::string_view version);

}  // namespace prichal::app::command

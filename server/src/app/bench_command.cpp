#include "app/bench_command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "bench/command_line.h"

namespace prichal::app {

void AddBenchCommand(CLI::App& app, command::Run& run) {
  auto* verb = app.add_subcommand("bench", "Load a bridge, and say what it takes");
  verb->footer(bench::kAbout);
  bench::AddModes(*verb, "prichal", run);
}

}  // namespace prichal::app

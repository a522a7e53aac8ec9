#include "app/bench_command.h"

#include "bench/command_line.h"

namespace prichal::app {

void AddBenchCommand(cli::Command& app) {
  cli::Command& verb = app.AddCommand("bench", "Load a bridge, and say what it takes");
  verb.footer = bench::kAbout;
  bench::AddModes(verb, "prichal");
}

}  // namespace prichal::app

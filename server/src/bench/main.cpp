#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>

#include "bench/command_line.h"

int main(int argc, char** argv) {
  CLI::App app(prichal::bench::kAbout, "bridge-load");
  prichal::bench::Run run;
  prichal::bench::AddModes(app, "bridge-load", run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    app.exit(CLI::CallForHelp(), std::cout, std::cerr);
    return 0;
  } catch (const CLI::ParseError& error) {
    std::cerr << "bridge-load: " << error.what() << "; `bridge-load --help` tells what there is\n";
    return 2;
  }
  return run();
}

#include <iostream>

#include "base/cli/command_line.h"
#include "bench/command_line.h"

int main(int argc, char** argv) {
  constexpr const char* kName = "bridge-load";
  prichal::cli::Command program(kName, prichal::bench::kAbout);
  prichal::bench::AddModes(program, kName);
  const auto parsed = prichal::cli::Parse(program, argc, argv);
  if (parsed.chosen != nullptr) return parsed.chosen->run();
  if (parsed.error.empty()) {
    std::cout << parsed.help;
    return 0;
  }
  std::cerr << kName << ": " << parsed.error << ". Help: `" << kName << " --help`\n";
  return 2;
}

#include <sys/prctl.h>

#include <csignal>
#include <iostream>

#include "bench/command_line.h"

int main(int argc, char** argv) {
  // Messages leave when they are due, not up to 50 µs later.
  prctl(PR_SET_TIMERSLACK, 1);
  // OpenSSL writes without a word about signals.
  std::signal(SIGPIPE, SIG_IGN);
  const auto command = prichal::bench::ParseCommandLine(argc, argv);
  if (!command.run) return command.exit_code;
  const auto outcome = command.run();
  if (!outcome) {
    std::cerr << "bridge-load: " << outcome.error() << '\n';
    return 1;
  }
  std::cout << (command.json ? outcome->Json() : outcome->Table());
  return 0;
}

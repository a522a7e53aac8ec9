#pragma once

#include <string>
#include <vector>

namespace prichal::chaos {

/// Runs a program of the machine, found by PATH, in the namespaces of this thread: gives it `input`
/// and waits for its end. Gives its exit code, or -1 when a signal ended it. What it prints goes
/// nowhere. Throws std::system_error when it cannot be started.
int RunProgram(const std::vector<std::string>& arguments, const std::string& input);

}  // namespace prichal::chaos

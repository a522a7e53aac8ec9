#pragma once

#include <string>
#include <vector>

namespace prichal::chaos {

/// Runs a program from PATH in the namespaces of this thread, passes `input` to stdin and waits for
/// its end. Discards its output. Returns its exit code, or -1 if a signal ended it. Throws
/// std::system_error if it cannot be started.
int RunProgram(const std::vector<std::string>& arguments, const std::string& input);

}  // namespace prichal::chaos

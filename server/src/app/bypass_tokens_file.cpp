#include "app/bypass_tokens_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "config/rules.h"

namespace prichal::app {

Result<std::vector<std::string>, std::string> ReadBypassTokens(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  std::vector<std::string> tokens;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const auto last = line.find_last_not_of(" \t\r");
    line.resize(last == std::string::npos ? 0 : last + 1);
    if (line.empty() || line.front() == '#') continue;
    if (!config::IsToken(line)) {
      return Fail(fmt::format("{}:{}: not a token; allowed are {}, one a line", path, number,
                              config::kToken.allowed));
    }
    tokens.push_back(std::move(line));
  }
  if (!file.eof()) {
    return Fail(fmt::format("cannot read {}: {}", path,
                            std::generic_category().message(errno == 0 ? EIO : errno)));
  }
  return tokens;
}

}  // namespace prichal::app

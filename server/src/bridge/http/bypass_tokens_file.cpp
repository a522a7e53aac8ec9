#include "bridge/http/bypass_tokens_file.h"

#include <fmt/format.h>

#include <sstream>

#include "base/private_file.h"
#include "config/rules.h"

namespace prichal::app {
namespace {

constexpr std::size_t kFileBytes = 1024UL * 1024;

}  // namespace

Result<std::vector<std::string>, std::string> ReadBypassTokens(const std::string& path) {
  const auto text = auth::PrivateFile::Read(path, kFileBytes, auth::PrivateFile::From::kOperator);
  if (!text) return Fail(text.error());
  std::istringstream lines{std::string(text->view())};
  std::vector<std::string> tokens;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
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
  return tokens;
}

}  // namespace prichal::app

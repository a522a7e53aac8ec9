// Compares docs/api/commands.json, from which the site's reference of the commands is generated,
// with the commands, the findings of `doctor` and the metrics of `canary`. To update the file,
// run this test with PRICHAL_WRITE_REFERENCE=1.

#include <gtest/gtest.h>

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "base/descriptor.h"
#include "main/command_line.h"
#include "ops/canary/canary.h"
#include "ops/commands/commands.h"
#include "ops/doctor/finding.h"

namespace prichal::main {
namespace {

namespace json = boost::json;

constexpr const char* kFile = PRICHAL_REPOSITORY "/docs/api/commands.json";
constexpr std::size_t kMostBytes = 1 << 20;

json::object Describe(const cli::Command& command) {
  json::array options;
  for (const cli::Option& option : command.options) {
    options.push_back(json::object{{"name", option.name},
                                   {"value", option.value},
                                   {"about", option.about},
                                   {"required", option.required},
                                   {"repeatable", option.is_list() || option.comma_joined}});
  }
  json::array commands;
  for (const cli::Command& each : command.commands) commands.push_back(Describe(each));
  return {{"name", command.name},
          {"about", command.about},
          {"footer", command.footer},
          {"options", std::move(options)},
          {"commands", std::move(commands)}};
}

json::array DescribeFindings() {
  json::array list;
  const ops::Findings findings;
  for (const ops::Finding& finding : findings.all()) {
    list.push_back(
        json::object{{"code", json::string(finding.code)}, {"about", json::string(finding.about)}});
  }
  return list;
}

/// Returns the `# HELP` lines of the canary's own metrics.
json::array DescribeMetrics() {
  json::array list;
  std::istringstream lines(ops::CanaryStats().Text());
  for (std::string line; std::getline(lines, line);) {
    const std::string prefix = "# HELP ";
    if (!line.starts_with(prefix + "prichal_canary_")) continue;
    const auto space = line.find(' ', prefix.size());
    list.push_back(json::object{{"name", line.substr(prefix.size(), space - prefix.size())},
                                {"about", line.substr(space + 1)}});
  }
  return list;
}

TEST(CommandReference, FileDescribesCommandsFindingsAndMetrics) {
  constexpr std::array kArguments{"prichal", "version"};
  const auto parsed = ParseCommandLine(kArguments.size(), kArguments.data());
  ASSERT_NE(parsed.described, nullptr);
  const std::string text = ops::PrettyJson(json::object{
                               {"prichal", Describe(*parsed.described)},
                               {"findings", DescribeFindings()},
                               {"canary_metrics", DescribeMetrics()},
                           }) +
                           "\n";
  if (std::getenv("PRICHAL_WRITE_REFERENCE") != nullptr) std::ofstream(kFile) << text;
  EXPECT_EQ(ReadSmallFile(kFile, kMostBytes).value_or(""), text)
      << "update it with PRICHAL_WRITE_REFERENCE=1";
}

TEST(CommandReference, EveryCommandAndOptionHasADescription) {
  constexpr std::array kArguments{"prichal", "version"};
  const auto parsed = ParseCommandLine(kArguments.size(), kArguments.data());
  const auto check = [](const auto& self, const cli::Command& command) -> void {
    EXPECT_NE(command.about, "") << command.name;
    for (const cli::Option& option : command.options) {
      EXPECT_NE(option.about, "") << command.name << " " << option.name;
    }
    for (const cli::Command& each : command.commands) self(self, each);
  };
  check(check, *parsed.described);
}

}  // namespace
}  // namespace prichal::main

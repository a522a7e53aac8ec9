#pragma once

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "host/fixture_tree.h"
#include "raw_client.h"
#include "server_process.h"

namespace prichal::testing {

inline const std::string kClientId(64, 'a');

/// Runs the binary with a fixture site and a temporary folder.
class ProcessTest : public ::testing::Test {
 protected:
  ProcessTest() { host::WriteSite(tree_); }

  /// Returns the arguments of a server with free ports and its own folder, followed by `more`.
  [[nodiscard]] std::vector<std::string> Serve(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{"serve",           "--listen",    "127.0.0.1:0",
                                       "--admin",         "127.0.0.1:0", "--web",
                                       tree_.path("web"), "--data",      tree_.path("data")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  [[nodiscard]] std::map<std::string, std::string> Stand() const {
    return {{"PRICHAL_DEV_STAND", tree_.path("stand")}};
  }

  /// One loop, so that requests are read in order, and a drain timeout that is never reached.
  [[nodiscard]] std::map<std::string, std::string> Patient() const {
    auto environment = Stand();
    environment["PRICHAL_SERVER_LOOPS"] = "1";
    environment["PRICHAL_SERVER_DRAIN_DEADLINE"] = "600000";
    return environment;
  }

  host::FixtureTree tree_;
};

/// Addresses of a running server.
struct Addresses {
  std::string site;
  std::string admin;
};

/// Parses the first line that a server prints.
inline Addresses ReadAddresses(ServerProcess& server) {
  const auto line = server.ReadLine();
  static const std::regex kGreeting(
      R"(prichal: listening on http://(127\.0\.0\.1:\d+), admin on http://(127\.0\.0\.1:\d+))");
  std::smatch match;
  EXPECT_TRUE(std::regex_match(line, match, kGreeting)) << line << server.err();
  return match.empty() ? Addresses{} : Addresses{match[1], match[2]};
}

inline std::string Get(const std::string& address, const std::string& target,
                       const std::string& lines = {}) {
  return RawClient(address).Ask("GET " + target + " HTTP/1.1\r\nHost: " + address + "\r\n" + lines +
                                "\r\n");
}

/// Opens a stream and waits for its first bytes.
inline RawClient OpenStream(const std::string& site) {
  RawClient stream(site);
  stream.Send("GET /bridge/events?client_id=" + kClientId + " HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(stream.ReadUntil("retry: 100\n\n\r\n").ends_with("retry: 100\n\n\r\n"));
  return stream;
}

}  // namespace prichal::testing

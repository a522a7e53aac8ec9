#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <map>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "base/fixture_tree.h"
#include "bridge_fixture.h"
#include "host/fixture_tree.h"
#include "raw_client.h"
#include "server_process.h"

namespace prichal::testing {

/// Runs the real binary repeatedly with one data folder.
class DurableServer {
 public:
  DurableServer() { host::WriteSite(tree_); }

  /// Starts the server. `environment` is added to the required settings.
  void Start(std::map<std::string, std::string> environment = {}) {
    environment.emplace("PRICHAL_SITE_ORIGIN", "https://app.example.org");
    process_ = std::make_unique<ServerProcess>(
        std::vector<std::string>{"serve", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0",
                                 "--web", tree_.path("web"), "--data", data()},
        environment);
    const std::string line = process_->ReadLine();
    static const std::regex kGreeting(
        R"(prichal: listening on http://(\S+), admin on http://(\S+))");
    std::smatch match;
    ASSERT_TRUE(std::regex_match(line, match, kGreeting)) << line << process_->err();
    site_ = match[1];
    admin_ = match[2];
  }

  /// Kills the process with SIGKILL.
  void Kill() {
    process_->Signal(SIGKILL);
    EXPECT_EQ(process_->Wait(), 128 + SIGKILL);
  }

  /// Limits the size of the server's files to `bytes`, as on a full disk.
  void LimitFiles(rlim_t bytes) const {
    rlimit limit{};
    prlimit(process_->pid(), RLIMIT_FSIZE, nullptr, &limit);
    limit.rlim_cur = bytes;
    EXPECT_EQ(prlimit(process_->pid(), RLIMIT_FSIZE, &limit, nullptr), 0);
  }

  /// Returns the pending messages of a client ID in order, with their event IDs.
  [[nodiscard]] app::Events Waiting(const std::string& id) const {
    RawClient stream(site_);
    stream.Send(app::Get(app::EventsPath(id, "&enable_queue_done_event=true")));
    stream.ReadUntil("\r\n\r\n");
    return app::EventsIn(Unchunk(stream.ReadUntil("data: queue_done\r\n\r\n\r\n")));
  }

  [[nodiscard]] std::string Ready() const {
    return RawClient(admin_).Ask("GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  }

  [[nodiscard]] ServerProcess& process() { return *process_; }
  [[nodiscard]] const std::string& site() const { return site_; }
  [[nodiscard]] const std::string& admin() const { return admin_; }
  [[nodiscard]] std::string data() const { return tree_.path("data"); }
  [[nodiscard]] std::string file() const { return tree_.path("data/bridge.db"); }
  [[nodiscard]] std::string web() const { return tree_.path("web"); }

 private:
  FixtureTree tree_;
  std::unique_ptr<ServerProcess> process_;
  std::string site_;
  std::string admin_;
};

}  // namespace prichal::testing

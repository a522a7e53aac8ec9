#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/tests/fixture_held_port.h"
#include "site/tests/fixture_tree.h"
#include "tests/fixtures/server_process.h"

namespace prichal::chaos {

/// A real server process with its own ports and data folder, which can be restarted. Errors are
/// exceptions, because a scenario is meaningless without its server.
class Instance {
 public:
  /// `environment`: added to the limits that permit load from a single address. `host`: the
  /// listening address.
  explicit Instance(std::map<std::string, std::string> environment = {},
                    const std::string& host = "127.0.0.1");

  /// Holds the listening socket and passes it to each process, as systemd does for a socket unit.
  /// Call it before the first Start().
  void HoldSocket();

  void Start();
  /// Kills the process with SIGKILL.
  void Kill();
  /// Sends SIGTERM and waits for the graceful shutdown.
  void Drain();
  void Signal(int number) const { process_->Signal(number); }
  /// Simulates a full disk: no file of this process can grow beyond `bytes` until it ends.
  void LimitFiles(rlim_t bytes) const;

  /// Waits until the server is ready. Returns false after `seconds`.
  [[nodiscard]] bool AwaitReady(double seconds) const;
  /// Returns the value of a metric, such as `name` or `name{reason="moved"}`; -1 if absent.
  [[nodiscard]] std::int64_t Metric(const std::string& name) const;

  /// http://127.0.0.1:43127/bridge
  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::string file() const { return tree_.path("data/bridge.db"); }
  /// Output of the server to stderr; complete after its end.
  [[nodiscard]] const std::string& said() const { return process_->err(); }

 private:
  [[nodiscard]] std::string AskAdmin(const std::string& path) const;

  FixtureTree tree_;
  std::map<std::string, std::string> environment_;
  HeldPort site_;
  HeldPort admin_;
  testing::ServerProcess::Sockets sockets_;  ///< empty if the process opens its own
  std::unique_ptr<testing::ServerProcess> process_;
};

}  // namespace prichal::chaos

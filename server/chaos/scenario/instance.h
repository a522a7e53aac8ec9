#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/fixture_held_port.h"
#include "base/result.h"
#include "host/fixture_tree.h"
#include "tests/server_process.h"

namespace prichal::chaos {

/// One real server with ports and a data folder of its own, started again and again. Errors are
/// exceptions: without its subject a scenario has no meaning.
class Instance {
 public:
  /// `environment`: what it has beside limits that let a load from one address pass. `host`: the
  /// address that it listens at.
  explicit Instance(std::map<std::string, std::string> environment = {},
                    const std::string& host = "127.0.0.1");

  void Start();
  /// As a power switch ends a process.
  void Kill();
  /// SIGTERM, and waits for the end: it drains.
  void Drain();
  void Signal(int number) const { process_->Signal(number); }
  /// SIGUSR2, and waits until another process serves and the one before has ended.
  void Upgrade();
  /// While it lives no file of it can grow beyond so many bytes: its disk is full.
  void LimitFiles(rlim_t bytes) const;

  /// Waits until it says that it is ready; false after `seconds`.
  [[nodiscard]] bool AwaitReady(double seconds) const;
  /// Of a metric, such as `name` or `name{reason="moved"}`; -1: there is none.
  [[nodiscard]] std::int64_t Metric(const std::string& name) const;

  /// http://127.0.0.1:43127/bridge
  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::string file() const { return tree_.path("data/bridge.db"); }
  /// What it has written to standard error; complete after its end.
  [[nodiscard]] const std::string& said() const { return process_->err(); }

 private:
  [[nodiscard]] std::string AskAdmin(const std::string& path) const;

  host::FixtureTree tree_;
  std::map<std::string, std::string> environment_;
  HeldPort site_;
  HeldPort admin_;
  std::unique_ptr<testing::ServerProcess> process_;
};

}  // namespace prichal::chaos

#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "signin/ledger/ledger.h"
#include "signin/ledger/tests/fixture_ledger.h"

namespace prichal::signin {

/// For tests: the ledger of one instance with four loops. One thread at a time for each loop.
class FixtureDeployment {
 public:
  static constexpr std::uint32_t kLoops = 4;

  FixtureDeployment() = default;
  FixtureDeployment(const FixtureDeployment&) = delete;
  FixtureDeployment& operator=(const FixtureDeployment&) = delete;
  virtual ~FixtureDeployment() = default;

  [[nodiscard]] virtual Ledger& ledger() = 0;
  /// Waits for `answer`. The calling thread runs the loop meanwhile.
  virtual void Await(std::uint32_t loop, std::future<void>& answer) = 0;
  /// Runs the loop until `holds` is true. Returns false after twenty seconds.
  [[nodiscard]] virtual bool RunUntil(std::uint32_t loop, const std::function<bool()>& holds) = 0;

  /// Returns the answer of a ledger call on a loop. `call` receives the `done` to pass on.
  template <typename Answer, typename Call>
  Result<Answer, LedgerError> AwaitAnswer(std::uint32_t loop, Call call) {
    std::promise<void> answered;
    auto future = answered.get_future();
    std::optional<Result<Answer, LedgerError>> got;
    call(Ledger::Done<Answer>([&](Result<Answer, LedgerError>&& answer) {
      got.emplace(std::move(answer));
      answered.set_value();
    }));
    Await(loop, future);
    return *std::move(got);
  }
};

/// For tests: records the calls of a listener, one line each: `ended s_…`, `changed u_…`, `lost`,
/// `listening`.
class FixtureListener final : public RevocationListener {
 public:
  void OnEnded(const SessionId& session) override {
    Record(fmt::format("ended {}", session.text()));
  }
  void OnChanged(const UserId& user) override { Record(fmt::format("changed {}", user.text())); }
  void OnLost() override { Record("lost"); }
  void OnListening() override { Record("listening"); }

  [[nodiscard]] std::vector<std::string> heard() const {
    const std::lock_guard lock(mutex_);
    return heard_;
  }
  [[nodiscard]] bool Has(const std::string& line) const {
    const auto all = heard();
    return std::find(all.begin(), all.end(), line) != all.end();
  }

 private:
  void Record(std::string line) {
    const std::lock_guard lock(mutex_);
    heard_.push_back(std::move(line));
  }

  mutable std::mutex mutex_;
  std::vector<std::string> heard_;
};

/// The storage of a ledger.
enum class FixtureKind { kFile, kServer, kThreeMasters };

/// Creates a deployment with an empty ledger. `folder`: for kFile.
[[nodiscard]] std::unique_ptr<FixtureDeployment> MakeFixtureDeployment(FixtureKind kind,
                                                                       const std::string& folder);
/// Creates another instance that shares the servers of the latest deployment.
[[nodiscard]] std::unique_ptr<FixtureDeployment> MakeFixtureInstance(FixtureKind kind);
/// Stops the servers that deployments have shared.
void EndFixtureServers();

[[nodiscard]] inline std::string NameOfKind(FixtureKind kind) {
  return kind == FixtureKind::kFile     ? "File"
         : kind == FixtureKind::kServer ? "Server"
                                        : "ThreeMasters";
}

}  // namespace prichal::signin

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

namespace prichal::auth {

/// For tests: a ledger as one instance has it, with four loops. Each loop is used by one thread at
/// a time.
class FixtureDeployment {
 public:
  static constexpr std::uint32_t kLoops = 4;

  FixtureDeployment() = default;
  FixtureDeployment(const FixtureDeployment&) = delete;
  FixtureDeployment& operator=(const FixtureDeployment&) = delete;
  virtual ~FixtureDeployment() = default;

  [[nodiscard]] virtual Ledger& ledger() = 0;
  [[nodiscard]] virtual Revocations& revocations() = 0;
  /// Returns when it is there. The caller's thread runs the loop meanwhile.
  virtual void Await(std::uint32_t loop, std::future<void>& answer) = 0;
  /// False: twenty seconds have passed, and it does not hold yet.
  [[nodiscard]] virtual bool RunUntil(std::uint32_t loop, const std::function<bool()>& holds) = 0;

  /// What a call of the ledger answers on a loop. `call` gets the `done` that it is to pass on.
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

/// What somebody was told, in one line each: `ended s_…`, `changed u_…`, `lost`, `listening`.
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

/// Where a ledger lies.
enum class FixtureKind { kFile, kServer, kThreeMasters };

/// A deployment that knows of nobody. `folder`: for a file.
[[nodiscard]] std::unique_ptr<FixtureDeployment> MakeFixtureDeployment(FixtureKind kind,
                                                                       const std::string& folder);
/// Another instance on the servers of the latest one.
[[nodiscard]] std::unique_ptr<FixtureDeployment> MakeFixtureInstance(FixtureKind kind);
/// Ends the servers that deployments have shared until now.
void EndFixtureServers();

[[nodiscard]] inline std::string NameOfKind(FixtureKind kind) {
  return kind == FixtureKind::kFile     ? "File"
         : kind == FixtureKind::kServer ? "Server"
                                        : "ThreeMasters";
}

}  // namespace prichal::auth

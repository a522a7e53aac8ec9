#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "chaos/history/checker.h"
#include "chaos/history/traffic.h"

namespace prichal::chaos {

/// Command-line settings of a scenario.
struct ScenarioOptions {
  std::uint64_t seed = 1;
  double seconds = 10;         ///< duration of traffic under faults
  std::uint64_t messages = 0;  ///< minimum acknowledged messages; the run continues until reached
  double rate = 400;           ///< messages per second
  std::uint64_t between =
      10;            ///< messages acknowledged between a fault's end and the next, at least
  int replicas = 1;  ///< replicas that must have a message before the sender gets 200
  /// Maximum seconds from Valkey's recovery to the next new message of each mailbox.
  double recovers = 2;
};

/// Result of a scenario.
struct ScenarioResult {
  Verdict verdict;
  /// Number of injected faults by kind.
  std::map<std::string, std::uint64_t> faults;
  /// Problems outside the history, such as a server that did not come back.
  std::vector<std::string> wrong;
  std::string not_tried;          ///< why this machine cannot run the scenario. Empty if it ran
  std::uint64_t recoveries = 0;   ///< number of recoveries of Valkey
  std::uint64_t unanswered = 0;   ///< attempts to send or listen without a response
  std::uint64_t refused = 0;      ///< refused connections
  std::uint64_t unavailable = 0;  ///< attempts to send with response 503
  double longest_gap_ms = 0;      ///< from SIGTERM until the next process accepts connections

  [[nodiscard]] bool good() const { return verdict.good() && wrong.empty(); }
};

/// A kind of fault to inject while a bridge is used.
struct Scenario {
  std::string_view name;
  std::string_view about;
  ScenarioResult (*run)(const ScenarioOptions& options);
  bool apart = false;  ///< runs in its own process, because it enters other namespaces
};

/// Traffic with repeated faults. Each fault must be repaired before the function that injects it
/// returns.
class Trial {
 public:
  Trial(const ScenarioOptions& options, TrafficOptions traffic);

  /// Runs the traffic and calls `harm` repeatedly. Then calls `heal` to repair the rest, lets every
  /// reader connect once more, and checks the history.
  [[nodiscard]] ScenarioResult Run(
      const std::function<void(Trial&)>& harm, const std::function<void()>& heal = [] {},
      const CheckOptions& check = {});

  // The functions below are called by `harm`.
  /// Returns a random number below `most`.
  [[nodiscard]] std::uint64_t Chance(std::uint64_t most) { return chance_() % most; }
  /// Lets the traffic run for a random time between `least` and `most` milliseconds.
  void Pass(std::uint64_t least, std::uint64_t most);
  /// Records an injected fault.
  void Did(const std::string& what) { ++result_.faults[what]; }
  /// Records a problem outside the history.
  void Wrong(const std::string& what) { result_.wrong.push_back(what); }
  /// Waits until so many more messages are acknowledged. Records a problem if that takes more than
  /// `seconds`.
  void AwaitWork(std::uint64_t messages, double seconds);
  /// Records the time of Valkey's recovery. The check at the end limits the delay of messages after
  /// it.
  void NoteWhole(Nanos since) { whole_.push_back(since); }
  /// Calls NoteWhole() and waits until each mailbox has delivered a new message.
  void AwaitDeliveries(Nanos since);
  /// Waits until so many more attempts got 503. Records a problem if they do not within `seconds`.
  void AwaitUnavailable(std::uint64_t attempts, double seconds);

 private:
  /// Waits for a condition. Returns false if it does not hold within `seconds`.
  [[nodiscard]] static bool Await(const std::function<bool()>& holds, double seconds);

  const ScenarioOptions options_;
  TrafficOptions traffic_options_;
  std::unique_ptr<Traffic> traffic_;
  std::mt19937_64 chance_;
  std::vector<Nanos> whole_;
  ScenarioResult result_;
};

/// A server that deliberately loses messages and is killed. The checker must report the loss.
[[nodiscard]] ScenarioResult ForgetfulServer(const ScenarioOptions& options);

/// Scenarios with one server and its file.
[[nodiscard]] const std::vector<Scenario>& SingleScenarios();

/// Scenarios with several servers on a cluster of Valkey or Redis.
[[nodiscard]] const std::vector<Scenario>& ClusterScenarios();

}  // namespace prichal::chaos

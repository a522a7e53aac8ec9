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

struct ScenarioOptions {
  std::uint64_t seed = 1;
  double seconds = 10;         ///< of traffic under faults
  std::uint64_t messages = 0;  ///< goes on until so many were acknowledged
  double rate = 400;           ///< messages a second
  std::uint64_t between =
      10;            ///< messages acknowledged between a fault's end and the next, at least
  int replicas = 1;  ///< of a cluster, that have a message before its sender's 200
  /// Seconds from when Valkey is whole again that the next message of a mailbox may take.
  double recovers = 2;
};

/// What came of one.
struct ScenarioResult {
  Verdict verdict;
  /// What was done to the subject, and how often.
  std::map<std::string, std::uint64_t> faults;
  /// What went wrong beside the history: a server that did not come back, for example.
  std::vector<std::string> wrong;
  std::string not_tried;          ///< why this machine cannot play it; empty: it has
  std::uint64_t recoveries = 0;   ///< how often Valkey was whole again
  std::uint64_t unanswered = 0;   ///< attempts to send or listen that nobody answered
  std::uint64_t unavailable = 0;  ///< attempts to send that were told 503

  [[nodiscard]] bool good() const { return verdict.good() && wrong.empty(); }
};

/// A way to harm a bridge while it is used.
struct Scenario {
  std::string_view name;
  std::string_view about;
  ScenarioResult (*run)(const ScenarioOptions& options);
  bool apart = false;  ///< in a process of its own, which enters other namespaces
};

/// Faults while there is traffic: called again and again, each time does one thing to the subject
/// and leaves it whole.
class Trial {
 public:
  Trial(const ScenarioOptions& options, TrafficOptions traffic);

  /// Runs the traffic and beside it `harm`, again and again; then, when `heal` has put right what
  /// is still wrong, lets every reader come once more and judges.
  [[nodiscard]] ScenarioResult Run(
      const std::function<void(Trial&)>& harm, const std::function<void()>& heal = [] {},
      const CheckOptions& check = {});

  // For `harm`.
  /// A number below `most`.
  [[nodiscard]] std::uint64_t Chance(std::uint64_t most) { return chance_() % most; }
  /// Lets the traffic go on for a while: between the two, in milliseconds.
  void Pass(std::uint64_t least, std::uint64_t most);
  void Did(const std::string& what) { ++result_.faults[what]; }
  void Wrong(const std::string& what) { result_.wrong.push_back(what); }
  /// Until the subject has got so many more acknowledged: it works again. Says what is wrong when
  /// it does not within `seconds`.
  void AwaitWork(std::uint64_t messages, double seconds);
  /// Valkey is whole again since then. How long messages took from there on is judged in the end.
  void NoteWhole(Nanos since) { whole_.push_back(since); }
  /// The same, and waits until each mailbox was given something new.
  void AwaitDeliveries(Nanos since);
  /// Until so many more attempts were answered with 503; says what is wrong when they are not.
  void AwaitUnavailable(std::uint64_t attempts, double seconds);

 private:
  /// False: it did not hold within `seconds`.
  [[nodiscard]] static bool Await(const std::function<bool()>& holds, double seconds);

  const ScenarioOptions options_;
  TrafficOptions traffic_options_;
  std::unique_ptr<Traffic> traffic_;
  std::mt19937_64 chance_;
  std::vector<Nanos> whole_;
  ScenarioResult result_;
};

/// A server that forgets, killed: what has to be found lost.
[[nodiscard]] ScenarioResult ForgetfulServer(const ScenarioOptions& options);

/// Those with one server and its file.
[[nodiscard]] const std::vector<Scenario>& SingleScenarios();

/// Those with several servers on one cluster of Valkey or Redis.
[[nodiscard]] const std::vector<Scenario>& ClusterScenarios();

}  // namespace prichal::chaos

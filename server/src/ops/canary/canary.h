// The canary of `prichal canary`: a client that tests a bridge with messages to itself, the results
// of its rounds, and their metrics.

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "outbound/probe.h"

namespace prichal::ops {

/// Kind of stream that must deliver a message.
enum class Way : std::uint8_t {
  kKept,      ///< A stream that stays open
  kReopened,  ///< A stream that is opened after the POST, with Last-Event-ID
};
inline constexpr std::size_t kWays = 2;

/// Request of a round that failed.
enum class Step : std::uint8_t { kPost, kStream };
inline constexpr std::size_t kSteps = 2;

/// Kind of an error: of the connection (see outbound::Trouble), or by HTTP status. Fixed, because
/// it is a label of metrics.
enum class Kind : std::uint8_t {
  kName,
  kConnect,
  kTls,
  kTimeout,
  kCut,
  kTooLong,
  kOther,
  k429,
  k4xx,
  k5xx,
  kStatus,  ///< Another status, or no event stream
};
inline constexpr std::size_t kKinds = 11;
/// Return the labels of the metrics.
[[nodiscard]] std::string_view NameOf(Way way);
[[nodiscard]] std::string_view NameOf(Step step);
[[nodiscard]] std::string_view NameOf(Kind kind);

/// Returns the kind of error of a response that is not 200.
[[nodiscard]] Kind KindOf(const outbound::Response& answer);

/// An error of a round. `words` describes it for the log and for `--once`.
struct Error {
  Step step = Step::kPost;
  Kind kind = Kind::kOther;
  std::string words;
};

/// Result of one round.
struct Round {
  std::array<std::vector<Millis>, kWays> ages;  ///< Delivery time of each message
  std::array<std::uint64_t, kWays> posted{};    ///< Acknowledged messages
  std::array<std::uint64_t, kWays> lost{};      ///< Messages not delivered within the timeout
  std::array<std::uint64_t, kWays> repeated{};  ///< Duplicate deliveries
  std::uint64_t late = 0;                       ///< Lost in an earlier round, delivered in this one
  std::uint64_t reconnects = 0;                 ///< Reopenings of a stream that had been open
  std::vector<Millis> posts;                    ///< Time until the acknowledgement of each message
  std::vector<Error> errors;

  [[nodiscard]] bool is_good() const;
};

/// Totals since the start, as metrics. Thread-safe.
class CanaryStats {
 public:
  /// Adds a round that ended at `unix_time`.
  void Add(const Round& round, std::chrono::seconds unix_time);

  /// Returns the metrics `prichal_canary_*` as Prometheus text.
  [[nodiscard]] std::string Text() const;
  /// Returns whether the last round was good. True before the first round.
  [[nodiscard]] bool is_good() const;

 private:
  static constexpr std::array<std::uint64_t, 12> kBounds{5,   10,    25,    50,    100,    250,
                                                         500, 1'000, 2'500, 5'000, 10'000, 30'000};
  struct Times {
    std::array<std::uint64_t, kBounds.size() + 1> counts{};
    double sum = 0;  ///< seconds
    void Add(Millis time);
  };

  mutable std::mutex mutex_;
  std::array<Times, kWays> ages_;
  Times posts_;
  Round all_;  ///< totals; its ages, posts and errors are not used
  std::array<std::array<std::uint64_t, kKinds>, kSteps> errors_{};
  std::array<std::uint64_t, 2> rounds_{};  ///< bad rounds, good rounds
  std::chrono::seconds last_good_{0};
  bool is_good_ = true;
};

/// Settings of a canary.
struct CanaryOptions {
  std::string bridge;  ///< base URL of the bridge, as in a wallets list; no slash at the end
  std::string ca_file;
  Millis timeout{10'000};  ///< Timeout of a response and of a delivery
};

/// A client that is app and wallet in one and uses a bridge as they do (TON Connect, bridge.md).
/// Call Run() for each round, with RestUntil() between rounds. One thread, except Stop(), which any
/// thread can call.
class Canary {
 public:
  using Steady = std::chrono::steady_clock::time_point;

  explicit Canary(CanaryOptions options);

  [[nodiscard]] const std::string& bridge() const { return options_.bridge; }

  /// Runs one round: posts messages, receives them, compares. Returns after at most a few timeouts.
  [[nodiscard]] Round Run();
  /// Reads the stream that stays open, and reopens it if it ends. Its events count for the next
  /// round.
  void RestUntil(Steady until);

  /// Ends all waiting, now and later. Any thread.
  void Stop() { client_.Stop(); }
  [[nodiscard]] bool stopped() const { return client_.stopped(); }

 private:
  /// A stream of one client ID, and the state to reopen it.
  struct Listening {
    std::string id;
    std::int64_t last_event = 0;
    std::unique_ptr<outbound::EventStream> stream;
    bool was_open = false;
  };
  /// An acknowledged message.
  struct Posted {
    std::string body;
    Steady at;
  };

  [[nodiscard]] std::optional<Posted> Post(const std::string& to, Way way);
  /// Opens the stream, with Last-Event-ID if an event has arrived before.
  void OpenStream(Listening& listening);
  /// Waits until the stream is open. On failure records an error and returns false.
  bool Open(Listening& listening);
  /// Waits for a message and reopens the stream if it ends. The delivery time counts from `since`.
  /// `seen` has the last messages of this client ID.
  void Await(Listening& listening, Way way, const Posted& posted, Steady since,
             std::vector<std::string>& seen);
  /// Reads all events that have arrived. Returns true if `expected` is one of them.
  bool ReadEvents(Listening& listening, Way way, std::string_view expected,
                  std::vector<std::string>& seen);
  void KeptRound();
  void ReopenedRound();
  void RecordError(Step step, const outbound::Response& answer);

  const CanaryOptions options_;
  outbound::ProbeClient client_;
  std::string sender_;  ///< client ID of the sender, new for each round
  Round round_;
  Listening kept_;
  std::vector<std::string> kept_known_;  ///< last messages delivered over `kept_`
  std::deque<std::string> missing_;      ///< last lost messages
  std::uint64_t sequence_ = 0;
};

}  // namespace prichal::ops

// Results of the canary and their metrics.
// The canary: a client that tests a bridge.

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

namespace prichal::app::canary {

/// Stream that delivered a message.
enum class Way : std::uint8_t {
  kKept,      ///< A stream that stays open
  kReopened,  ///< A stream that is opened after the message, with Last-Event-ID
};
inline constexpr std::size_t kWays = 2;

enum class Step : std::uint8_t { kPost, kStream };
inline constexpr std::size_t kSteps = 2;

/// Kind of an error: of the connection, as in probe::Trouble, or by status. A fixed set: it is a
/// label of metrics.
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
[[nodiscard]] std::string_view NameOf(Way way);
[[nodiscard]] std::string_view NameOf(Step step);
[[nodiscard]] std::string_view NameOf(Kind kind);

/// Returns the kind of error of a response that is not 200.
[[nodiscard]] Kind KindOf(const probe::Answer& answer);

struct Error {
  Step step = Step::kPost;
  Kind kind = Kind::kOther;
  std::string words;
};

/// Result of one round.
struct Round {
  std::array<std::vector<Millis>, kWays> ages;  ///< Of each delivered message
  std::array<std::uint64_t, kWays> posted{};    ///< And acknowledged
  std::array<std::uint64_t, kWays> lost{};      ///< Not delivered in time
  std::array<std::uint64_t, kWays> repeated{};  ///< Delivered again
  std::uint64_t late = 0;                       ///< Lost in an earlier round and delivered now
  std::uint64_t reconnects = 0;                 ///< Of a stream that had been open
  std::vector<Millis> posts;                    ///< Time to the acknowledgement of each message
  std::vector<Error> errors;

  [[nodiscard]] bool is_good() const;
};

/// Totals since the start, as metrics. Any thread.
class CanaryStats {
 public:
  /// Adds a round that ended at `unix_time`.
  void Add(const Round& round, std::chrono::seconds unix_time);

  [[nodiscard]] std::string Text() const;
  /// Returns whether the last round was good; true before the first.
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
  Round all_;  ///< but for ages, posts and errors
  std::array<std::array<std::uint64_t, kKinds>, kSteps> errors_{};
  std::array<std::uint64_t, 2> rounds_{};  ///< bad ones, good ones
  std::chrono::seconds last_good_{0};
  bool is_good_ = true;
};

struct CanaryOptions {
  std::string
      bridge;  ///< the address of a bridge, as a list of wallets has it; no slash at its end
  std::string ca_file;
  Millis timeout{10'000};  ///< Of a response, and of a delivery
};

/// A client that is app and wallet in one, uses a bridge as both do (TON Connect, bridge.md) and
/// reports each round. One round at a time, on one thread; Stop() may be called on any.
class Canary {
 public:
  using Steady = std::chrono::steady_clock::time_point;

  explicit Canary(CanaryOptions options);

  [[nodiscard]] const std::string& bridge() const { return options_.bridge; }

  /// Runs a round: sends, receives and compares. Takes a few timeouts at most.
  [[nodiscard]] Round Run();
  /// Reads the stream that stays open until then, and opens it again if it ends. Its events count
  /// for the next round.
  void RestUntil(Steady until);

  void Stop() { client_.Stop(); }
  [[nodiscard]] bool stopped() const { return client_.stopped(); }

 private:
  /// A stream with what a client remembers of it.
  struct Listening {
    std::string id;
    std::int64_t last_event = 0;
    std::unique_ptr<probe::EventStream> stream;
    bool was_open = false;
  };
  /// A message that was acknowledged.
  struct Posted {
    std::string body;
    Steady at;
  };

  [[nodiscard]] std::optional<Posted> Post(const std::string& to, Way way);
  /// Asks for the stream, from the last event on.
  void OpenStream(Listening& listening);
  /// Waits until it is there. False: it is not, which is an error of the round.
  bool Open(Listening& listening);
  /// Waits for a message, over another stream where one ends. `since`: its age counts from then.
  /// `known`: the messages that came to it before.
  void Await(Listening& listening, Way way, const Posted& posted, Steady since,
             std::vector<std::string>& seen);
  /// Takes what has come: true when this message is among it.
  bool ReadEvents(Listening& listening, Way way, std::string_view expected,
                  std::vector<std::string>& seen);
  void KeptRound();
  void ReopenedRound();
  void RecordError(Step step, const probe::Answer& answer);

  const CanaryOptions options_;
  probe::Client client_;
  std::string sender_;  ///< of this round
  Round round_;
  Listening kept_;
  std::vector<std::string> kept_known_;  ///< the last messages that came over it
  std::deque<std::string> missing_;      ///< the last that did not
  std::uint64_t sequence_ = 0;
};

}  // namespace prichal::app::canary

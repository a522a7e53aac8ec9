// The canary: a client that tests a bridge.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "ops/canary/books.h"
#include "outbound/client.h"
#include "outbound/event_stream.h"

namespace prichal::app::canary {

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

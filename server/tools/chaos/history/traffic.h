#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/result.h"
#include "bench/poller.h"
#include "bench/sender.h"
#include "bench/stream_client.h"
#include "bench/target.h"
#include "chaos/history/history.h"

namespace prichal::chaos {

/// Settings of a traffic generator.
struct TrafficOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> send_to;    ///< bridge URLs, such as http://127.0.0.1:8080/bridge
  std::vector<std::string> listen_at;  ///< bridge URLs; a returning stream can use another of them
  std::size_t senders = 8;             ///< each has one message in flight
  std::size_t mailboxes = 24;
  std::size_t readers = 12;
  std::size_t ids_each = 2;   ///< mailboxes per reader; neighbouring readers share some
  double rate = 400;          ///< maximum messages per second of all senders
  double stays = 1.0;         ///< average seconds until a reader closes its stream
  int ttl = 300;              ///< seconds
  double short_lived = 0.05;  ///< share of messages with a TTL of 2 s
  /// Timeout in seconds for any response or event. Must exceed the bridge's heartbeat interval.
  double patience = 4;
};

/// Generates traffic to bridges from many senders and readers, on one thread, and records its
/// history. Senders retry messages that got no response. Readers are disconnected, or disconnect,
/// and return with their last event ID.
class Traffic final : private bench::StreamSink, private bench::ResponseSink {
 public:
  /// The error names the invalid URL.
  static Result<std::unique_ptr<Traffic>, std::string> Make(const TrafficOptions& options);
  ~Traffic() override;

  /// Generates traffic until Stop() is called.
  void Run();
  /// Ends Run(). Any thread.
  void Stop() { stopping_ = true; }
  /// Call it after Run(). All readers connect once more to `listen_at`, and a new reader connects
  /// for each mailbox. Each stays until it has received everything, at most `seconds`. Returns
  /// false if one did not.
  [[nodiscard]] bool Settle(double seconds);

  [[nodiscard]] const History& history() const { return history_; }
  /// Number of acknowledged messages so far. Any thread.
  [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_.load(); }
  /// Number of refused connections so far. Any thread.
  [[nodiscard]] std::uint64_t refused() const { return refused_.load(); }
  /// Number of attempts with response 503 so far. Any thread.
  [[nodiscard]] std::uint64_t unavailable() const { return unavailable_.load(); }
  /// Number of send attempts and stream requests without any response so far: refused, or closed.
  /// Any thread.
  [[nodiscard]] std::uint64_t unanswered() const { return unanswered_.load(); }
  /// Returns true if each mailbox delivered a new message since `time`. Any thread.
  [[nodiscard]] bool AllReachedSince(Nanos time) const;

 private:
  struct SenderState {
    std::unique_ptr<bench::Sender> client;
    std::string id;
    std::size_t body_bytes = 0;
    int ttl = 0;                ///< TTL of the messages of `client`
    bool busy = false;          ///< message `number` is not completed
    bool under_way = false;     ///< waiting for the response to an attempt
    bool may_be_there = false;  ///< an earlier attempt may have succeeded
    std::uint64_t number = 0;
    Nanos due = 0;  ///< time of the next attempt, or timeout of the response
  };
  struct ReaderState {
    std::unique_ptr<bench::StreamClient> client;
    std::string ids;
    std::int64_t cursor = 0;
    std::size_t stream = 0;  ///< index in history_.streams
    Nanos heard = 0;         ///< time of the last event or heartbeat
    Nanos cut = 0;           ///< when the reader will disconnect
    Nanos again = 0;         ///< when the reader will return
    bool open = false;       ///< requested and not ended
  };

  Traffic(const TrafficOptions& options, std::vector<bench::Target> send_to,
          std::vector<bench::Target> listen_at);

  void OnOpen(bench::StreamClient& stream) override;
  void OnEvent(bench::StreamClient& stream, const http::Event& event) override;
  void OnEnd(bench::StreamClient& stream) override;
  void OnResponse(bench::Sender& sender, int status) override;

  void TendSender(std::size_t number, Nanos now);
  void BeginMessage(SenderState& sender, std::size_t number, Nanos now);
  void Attempt(SenderState& sender, std::size_t number, Nanos now);
  void Finish(SenderState& sender, Answer answer, Nanos now);
  /// Opens a stream with the reader's cursor.
  void Ask(std::size_t number, Nanos now);
  void End(ReaderState& reader, Nanos now);
  void TendReader(std::size_t number, Nanos now);
  [[nodiscard]] Delivery Read(const http::Event& event) const;
  void MarkDelivered(const Delivery& delivery);
  void AddReader(std::vector<std::uint32_t> mailboxes);
  /// Returns a random time around `mean` seconds.
  [[nodiscard]] Nanos Some(double mean);

  const TrafficOptions options_;
  const std::vector<bench::Target> send_to_;
  const std::vector<bench::Target> listen_at_;
  const std::uint32_t run_;
  std::mt19937_64 chance_;
  bench::Poller poller_;
  std::vector<SenderState> senders_;
  std::vector<ReaderState> readers_;
  History history_;
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint64_t> acknowledged_{0};
  std::atomic<std::uint64_t> refused_{0};
  std::atomic<std::uint64_t> unavailable_{0};
  std::atomic<std::uint64_t> unanswered_{0};
  std::vector<bool> given_;                   ///< by message number: delivered to a reader
  std::vector<std::atomic<Nanos>> newly_at_;  ///< by mailbox: time of its latest first delivery
  bool settling_ = false;
};

}  // namespace prichal::chaos

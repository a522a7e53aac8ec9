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

struct TrafficOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> send_to;    ///< bridges, such as http://127.0.0.1:8080/bridge
  std::vector<std::string> listen_at;  ///< a stream that comes again may come to another of them
  std::size_t senders = 8;             ///< one message under way each
  std::size_t mailboxes = 24;
  std::size_t readers = 12;
  std::size_t ids_each = 2;   ///< mailboxes of a reader; neighbours share some
  double rate = 400;          ///< messages a second of all senders, at most
  double stays = 1.0;         ///< seconds after which a reader cuts its stream, on average
  int ttl = 300;              ///< seconds
  double short_lived = 0.05;  ///< the part of messages with a ttl of 2 s
  /// How long nobody may be silent: longer than the bridge's heartbeat.
  double patience = 4;
};

/// Senders and readers of bridges, on one thread, and the history of what they did and saw. Senders
/// send again what nobody has answered; readers are cut off, or cut themselves off, and come again
/// with the last id that they have.
class Traffic final : private bench::StreamSink, private bench::ResponseSink {
 public:
  /// The error names a URL that is none.
  static Result<std::unique_ptr<Traffic>, std::string> Make(const TrafficOptions& options);
  ~Traffic() override;

  /// Until Stop().
  void Run();
  /// Any thread.
  void Stop() { stopping_ = true; }
  /// After Run(): every reader comes once more, to `listen_at`, and so does one newcomer for each
  /// mailbox; each stays until it has been given everything, at most `seconds`. False: one was not.
  [[nodiscard]] bool Settle(double seconds);

  [[nodiscard]] const History& history() const { return history_; }
  /// Any thread: acknowledged so far.
  [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_.load(); }
  /// Any thread: attempts that were answered with 503 so far.
  [[nodiscard]] std::uint64_t unavailable() const { return unavailable_.load(); }
  /// Any thread: attempts to send, and streams that were asked for, that were not answered at all
  /// so far: refused, or closed without a word.
  [[nodiscard]] std::uint64_t unanswered() const { return unanswered_.load(); }
  /// Any thread: each mailbox has had a message since then that nobody had been given before.
  [[nodiscard]] bool AllReachedSince(Nanos time) const;

 private:
  struct SenderState {
    std::unique_ptr<bench::Sender> client;
    std::string id;
    std::size_t body_bytes = 0;
    int ttl = 0;                ///< of the messages of `client`
    bool busy = false;          ///< `number` has not been given up
    bool under_way = false;     ///< an attempt has not been answered
    bool may_be_there = false;  ///< an attempt of before may have come through
    std::uint64_t number = 0;
    Nanos due = 0;  ///< of the next attempt, or of the answer
  };
  struct ReaderState {
    std::unique_ptr<bench::StreamClient> client;
    std::string ids;
    std::int64_t cursor = 0;
    std::size_t stream = 0;  ///< in history_.streams
    Nanos heard = 0;         ///< the last sign of life
    Nanos cut = 0;           ///< when it cuts itself off
    Nanos again = 0;         ///< when it comes again
    bool open = false;       ///< asked, and not ended
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
  /// Comes to the bridge with the cursor.
  void Ask(std::size_t number, Nanos now);
  void End(ReaderState& reader, Nanos now);
  void TendReader(std::size_t number, Nanos now);
  [[nodiscard]] Delivery Read(const http::Event& event) const;
  void NoteGiven(const Delivery& delivery);
  void AddReader(std::vector<std::uint32_t> mailboxes);
  /// A time around `mean` seconds.
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
  std::atomic<std::uint64_t> unavailable_{0};
  std::atomic<std::uint64_t> unanswered_{0};
  std::vector<bool> given_;                   ///< by number: somebody has it
  std::vector<std::atomic<Nanos>> newly_at_;  ///< by mailbox: the latest that was given first
  bool settling_ = false;
};

}  // namespace prichal::chaos

// The senders and streams of a run, and a record of all messages.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/histogram.h"
#include "bench/poller.h"
#include "bench/sender.h"
#include "bench/stream_client.h"

namespace prichal::bench {

/// Senders and streams of one run, and a record of each message: acknowledged, delivered, delivered
/// twice. Create one per run; it owns its connections and runs them on one thread.
class Load final : public ResponseSink, public StreamSink {
 public:
  /// `run` makes client IDs and bodies unique to the run; 0 chooses a number.
  Load(const Target& target, SenderOptions options, std::uint32_t run = 0);

  [[nodiscard]] Poller& poller() { return poller_; }
  [[nodiscard]] std::uint32_t run() const { return run_; }

  // Connections.
  /// Spreads streams and senders that are added later over further targets. They must outlive this.
  void Share(const std::vector<Target>& also);
  /// Adds `count` closed streams, each with `ids_each` new client IDs.
  void AddStreams(std::size_t count, std::size_t ids_each = 1);
  /// Opens all streams, `most` in parallel. Returns when all are open.
  Result<void, std::string> OpenAll(std::size_t most, const StreamClient::Asking& asking = {});
  /// Adds and connects `count` senders. The error is the first failure.
  Result<void, std::string> AddSenders(std::size_t count);
  [[nodiscard]] std::vector<std::unique_ptr<StreamClient>>& streams() { return streams_; }
  [[nodiscard]] std::vector<std::unique_ptr<Sender>>& senders() { return senders_; }

  // Messages.
  /// Posts a message. Latencies count from `due`, the time when it should be sent.
  std::uint64_t Post(Sender& sender, std::string_view to, std::int64_t due);
  /// Every sender posts to a random receiver as soon as it is idle, until the time `until`.
  void ClosedLoop(std::int64_t until);
  /// `rate` messages per second are due until `until`, even if no sender is idle.
  void FixedRate(double rate, std::int64_t until);

  // Time.
  /// Runs until `done`. Returns false if nothing happens for `patience` nanoseconds.
  bool RunUntil(const std::function<bool()>& done, std::int64_t patience);
  /// Runs for a fixed time.
  void RunFor(std::int64_t nanoseconds);

  /// Starts to record latencies, of messages that are due from now on.
  void BeginMeasuring();

  /// Optional callbacks.
  std::function<void(Sender&, int status)> on_response;
  std::function<void(StreamClient&, const Stamp&, std::int64_t id)> on_message;
  std::function<void(StreamClient&)> on_open;
  std::function<void(StreamClient&)> on_end;

  struct Tally {
    std::uint64_t posted = 0;
    std::uint64_t acknowledged = 0;
    std::uint64_t refused = 0;  ///< Status other than 200
    int refusal = 0;            ///< Last such status
    std::uint64_t connections_lost = 0;
    std::uint64_t delivered = 0;  ///< Distinct messages
    std::uint64_t repeated = 0;   ///< Duplicate deliveries
    std::uint64_t heartbeats = 0;
    std::uint64_t streams_ended = 0;  ///< By a last chunk
    std::uint64_t streams_cut = 0;
  };
  [[nodiscard]] const Tally& books() const { return stats_; }
  /// Return whether the message with this sequence number was acknowledged or delivered.
  [[nodiscard]] bool Acknowledged(std::uint64_t sequence) const;
  [[nodiscard]] bool Delivered(std::uint64_t sequence) const;
  /// Returns the number of acknowledged messages that are not delivered.
  [[nodiscard]] std::uint64_t Missing() const;
  [[nodiscard]] const Histogram& acknowledging() const { return acknowledging_; }
  [[nodiscard]] const Histogram& delivering() const { return delivering_; }
  /// Returns an error if messages were sent and none was accepted.
  [[nodiscard]] Result<void, std::string> Accepted() const;

 private:
  void OnResponse(Sender& sender, int status) override;
  void OnOpen(StreamClient& stream) override;
  void OnEvent(StreamClient& stream, const http::Event& event) override;
  void OnEnd(StreamClient& stream) override;

  const std::string& AnyReceiver();
  [[nodiscard]] const Target& TargetOf(std::size_t connection) const;
  void Reconnect();

  std::vector<const Target*> targets_;
  const SenderOptions options_;
  const std::uint32_t run_;
  Poller poller_;
  std::vector<std::unique_ptr<StreamClient>> streams_;
  std::vector<std::string> receivers_;  ///< Client IDs of the streams
  std::vector<std::unique_ptr<Sender>> senders_;
  std::vector<Sender*> lost_;
  Tally stats_;
  std::vector<std::uint8_t> marks_;  ///< By sequence number
  Histogram acknowledging_;
  Histogram delivering_;
  std::int64_t measured_from_ = 0;
  std::int64_t closed_loop_until_ = 0;
  std::uint64_t chance_;
  std::uint64_t happened_ = 0;
};

}  // namespace prichal::bench

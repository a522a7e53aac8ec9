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

/// Senders and streams of one run on one thread, and the books on every message: what was
/// acknowledged, what has arrived, what twice.
class Load final : public ResponseSink, public StreamSink {
 public:
  /// `run`: 0 for a number of its own, which makes client ids and bodies those of this run alone.
  Load(const Target& target, SenderOptions options, std::uint32_t run = 0);

  [[nodiscard]] Poller& poller() { return poller_; }
  [[nodiscard]] std::uint32_t run() const { return run_; }

  // Connections.
  /// Streams and senders that are added from now on take turns with these too, which outlive it.
  void Share(const std::vector<Target>& also);
  /// Streams for the receivers that come next, so many of them each, not opened.
  void AddStreams(std::size_t count, std::size_t ids_each = 1);
  /// `most` at a time; returns when all have been answered with 200.
  Result<void, std::string> OpenAll(std::size_t most, const StreamClient::Asking& asking = {});
  Result<void, std::string> AddSenders(std::size_t count);
  [[nodiscard]] std::vector<std::unique_ptr<StreamClient>>& streams() { return streams_; }
  [[nodiscard]] std::vector<std::unique_ptr<Sender>>& senders() { return senders_; }

  // Messages.
  /// `due`: when it should have been sent; latencies count from there.
  std::uint64_t Post(Sender& sender, std::string_view to, std::int64_t due);
  /// Every idle sender posts to a receiver chosen by chance, as soon as it is answered, until the
  /// time `until`.
  void ClosedLoop(std::int64_t until);
  /// `rate` messages a second are due until `until`, whether or not there is a sender to take them.
  void FixedRate(double rate, std::int64_t until);

  // Time.
  /// Runs until `done`; false when nothing has happened for `patience` nanoseconds.
  bool RunUntil(const std::function<bool()>& done, std::int64_t patience);
  void RunFor(std::int64_t nanoseconds);

  /// Latencies are those of messages due from now on.
  void BeginMeasuring();

  /// Called beside the books.
  std::function<void(Sender&, int status)> on_response;
  std::function<void(StreamClient&, const Stamp&, std::int64_t id)> on_message;
  std::function<void(StreamClient&)> on_open;
  std::function<void(StreamClient&)> on_end;

  struct Books {
    std::uint64_t posted = 0;
    std::uint64_t acknowledged = 0;
    std::uint64_t refused = 0;  ///< answered with another status than 200
    int refusal = 0;            ///< the last of these
    std::uint64_t connections_lost = 0;
    std::uint64_t delivered = 0;  ///< each message once
    std::uint64_t repeated = 0;   ///< once more than once
    std::uint64_t heartbeats = 0;
    std::uint64_t streams_ended = 0;  ///< by a last chunk
    std::uint64_t streams_cut = 0;
  };
  [[nodiscard]] const Books& books() const { return books_; }
  [[nodiscard]] bool Acknowledged(std::uint64_t sequence) const;
  [[nodiscard]] bool Delivered(std::uint64_t sequence) const;
  /// Acknowledged and not delivered.
  [[nodiscard]] std::uint64_t Missing() const;
  [[nodiscard]] const Histogram& acknowledging() const { return acknowledging_; }
  [[nodiscard]] const Histogram& delivering() const { return delivering_; }
  /// An error when nothing was accepted although something was sent.
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
  std::vector<std::string> receivers_;  ///< the client ids that these listen to
  std::vector<std::unique_ptr<Sender>> senders_;
  std::vector<Sender*> lost_;
  Books books_;
  std::vector<std::uint8_t> marks_;  ///< by sequence
  Histogram acknowledging_;
  Histogram delivering_;
  std::int64_t measured_from_ = 0;
  std::int64_t closed_loop_until_ = 0;
  std::uint64_t chance_;
  std::uint64_t happened_ = 0;
};

}  // namespace prichal::bench

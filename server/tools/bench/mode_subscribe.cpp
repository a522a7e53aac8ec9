#include <algorithm>
#include <vector>

#include "bench/clock.h"
#include "bench/load.h"
#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {
namespace {

/// One round: posts a burst for each of its streams, and opens the stream during its burst.
class Round {
 public:
  Round(Load& load, std::size_t first_stream, std::size_t streams, std::size_t burst)
      : load_(load), first_stream_(first_stream), streams_(streams), burst_(burst) {}

  [[nodiscard]] bool Sent() const { return next_ == streams_ * burst_; }

  /// Posts the next message. The bursts are interleaved.
  void Send(Sender& sender) {
    if (Sent() || !sender.idle() || failure_) return;
    const std::size_t number = next_ % streams_;
    const std::size_t position = next_ / streams_;
    ++next_;
    StreamClient& stream = *load_.streams()[first_stream_ + number];
    load_.Post(sender, stream.client_id(), NowNs());
    // Opens each stream at another position of its burst, right after a message without a response.
    if (position != 1 + number % (burst_ - 1)) return;
    if (auto opened = stream.Open({}); !opened) failure_ = opened.error();
  }

  [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }

 private:
  Load& load_;
  const std::size_t first_stream_;
  const std::size_t streams_;
  const std::size_t burst_;
  std::size_t next_ = 0;
  std::optional<std::string> failure_;
};

}  // namespace

Measurement Subscribe(const Setup& setup, std::size_t burst, std::size_t rounds) {
  if (burst < 2) return Fail("--burst is at least 2, to begin a stream inside it");
  if (auto allowed = AllowFiles(setup.streams + setup.senders); !allowed) {
    return Fail(allowed.error());
  }
  Load load(setup.target, setup.sender);
  if (auto added = load.AddSenders(setup.senders); !added) return Fail(added.error());
  std::vector<std::int64_t> last_ids(setup.streams * rounds);
  std::uint64_t disordered = 0;
  load.on_message = [&](StreamClient& stream, const Stamp& /*stamp*/, std::int64_t id) {
    std::int64_t& last = last_ids[stream.number()];
    if (id <= last) ++disordered;
    last = id;
  };

  std::uint64_t hit = 0;  // rounds with missing messages
  for (std::size_t i = 0; i < rounds; ++i) {
    load.AddStreams(setup.streams);
    const std::uint64_t missing_before = load.Missing();
    Round round(load, i * setup.streams, setup.streams, burst);
    load.on_response = [&](Sender& sender, int /*status*/) { round.Send(sender); };
    for (const auto& sender : load.senders()) round.Send(*sender);
    load.RunUntil(
        [&] {
          return round.failure() || (round.Sent() && load.Missing() == missing_before &&
                                     std::all_of(load.senders().begin(), load.senders().end(),
                                                 [](const auto& s) { return s->idle(); }));
        },
        NsOf(setup.patience));
    if (round.failure()) return Fail(*round.failure());
    if (auto accepted = load.Accepted(); !accepted) return Fail(accepted.error());
    if (load.Missing() > missing_before) ++hit;
    for (std::size_t s = 0; s < setup.streams; ++s) {
      load.streams()[i * setup.streams + s]->Close();
    }
  }

  Report report("subscribe");
  report.Add("subscribes", setup.streams * rounds);
  report.Add("acknowledged", load.books().acknowledged);
  report.Add("refused", load.books().refused);
  report.Add("lost", load.Missing());
  report.Add("repeated", load.books().repeated);
  report.Add("out_of_order", disordered);
  report.Add("rounds_with_loss", hit);
  return report;
}

}  // namespace prichal::bench

#include <algorithm>
#include <vector>

#include "bench/clock.h"
#include "bench/load.h"
#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {
namespace {

/// Posts `messages` to each receiver in order. Each sender has one message in flight.
class Rounds {
 public:
  Rounds(Load& load, std::size_t messages) : load_(load), messages_(messages) {}

  [[nodiscard]] bool Done() const { return next_ == messages_ * load_.streams().size(); }

  void Send(Sender& sender) {
    if (Done() || !sender.idle()) return;
    const auto& receiver = load_.streams()[next_++ % load_.streams().size()];
    load_.Post(sender, receiver->client_id(), NowNs());
  }

 private:
  Load& load_;
  const std::size_t messages_;
  std::size_t next_ = 0;
};

}  // namespace

Measurement Slow(const Setup& setup, std::size_t messages, int receive_buffer) {
  if (auto allowed = AllowFiles(setup.streams + setup.senders); !allowed) {
    return Fail(allowed.error());
  }
  Load load(setup.target, setup.sender);
  load.AddStreams(setup.streams);
  const StreamClient::Asking asking{.receive_buffer = receive_buffer};
  if (auto opened = load.OpenAll(setup.parallel, asking); !opened) return Fail(opened.error());
  if (auto added = load.AddSenders(setup.senders); !added) return Fail(added.error());
  for (const auto& stream : load.streams()) stream->Pause();
  const auto before = setup.pid == 0 ? ProcessFigures{} : ReadProcess(setup.pid);
  if (!before) return Fail(before.error());

  Rounds rounds(load, messages);
  load.on_response = [&](Sender& sender, int /*status*/) { rounds.Send(sender); };
  for (const auto& sender : load.senders()) rounds.Send(*sender);
  const auto answered = [&] {
    return rounds.Done() && std::all_of(load.senders().begin(), load.senders().end(),
                                        [](const auto& sender) { return sender->idle(); });
  };
  load.RunUntil(answered, NsOf(setup.patience));
  if (auto accepted = load.Accepted(); !accepted) return Fail(accepted.error());
  const auto full = setup.pid == 0 ? ProcessFigures{} : ReadProcess(setup.pid);
  if (!full) return Fail(full.error());

  // The readers resume. Those whose stream was ended reconnect, like an EventSource.
  for (const auto& stream : load.streams()) stream->Resume();
  const auto all_there = [&] { return load.Missing() == 0; };
  const auto open = [](const auto& stream) {
    return stream->state() == StreamClient::State::kOpen;
  };
  load.RunUntil(
      [&] {
        return all_there() || std::none_of(load.streams().begin(), load.streams().end(), open);
      },
      NsOf(setup.patience));
  const std::uint64_t on_first = load.books().delivered;
  const std::uint64_t missing_first = load.Missing();
  const std::uint64_t ended = load.books().streams_ended;
  const std::uint64_t silent =
      static_cast<std::uint64_t>(std::count_if(load.streams().begin(), load.streams().end(), open));
  for (const auto& stream : load.streams()) stream->Close();
  if (auto again = load.OpenAll(setup.parallel); !again) return Fail(again.error());
  load.RunUntil(all_there, NsOf(setup.patience));

  Report report("slow");
  report.Add("streams", setup.streams);
  report.Add("acknowledged", load.books().acknowledged);
  report.Add("refused", load.books().refused);
  report.Add("delivered_at_first", on_first);
  report.Add("streams_ended_cleanly", ended);
  report.Add("streams_still_open", silent);
  // Messages missing on an open stream: the reader cannot notice the gap.
  report.Add("silent_gaps", silent > 0 ? missing_first : 0);
  report.Add("delivered_after_reconnect", load.books().delivered);
  report.Add("lost", load.Missing());
  report.Add("repeated", load.books().repeated);
  if (setup.pid != 0) {
    report.Add("rss_grown_bytes",
               static_cast<double>(full->rss_bytes) - static_cast<double>(before->rss_bytes));
  }
  return report;
}

}  // namespace prichal::bench

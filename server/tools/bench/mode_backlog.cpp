#include <algorithm>

#include "bench/clock.h"
#include "bench/load.h"
#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {

Measurement Backlog(const Setup& setup, std::size_t messages) {
  if (auto allowed = AllowFiles(setup.senders + 1); !allowed) return Fail(allowed.error());
  Load load(setup.target, setup.sender);
  load.AddStreams(1);
  StreamClient& stream = *load.streams().front();
  if (auto added = load.AddSenders(setup.senders); !added) return Fail(added.error());
  const auto post = [&](Sender& sender) {
    if (sender.idle() && load.books().posted < messages) {
      load.Post(sender, stream.client_id(), NowNs());
    }
  };
  load.on_response = [&](Sender& sender, int /*status*/) { post(sender); };
  for (const auto& sender : load.senders()) post(*sender);
  load.RunUntil([&] { return load.books().acknowledged + load.books().refused >= messages; },
                NsOf(setup.patience));
  if (auto accepted = load.Accepted(); !accepted) return Fail(accepted.error());

  std::int64_t last_id = 0;
  std::uint64_t disordered = 0;
  std::int64_t last_at = 0;
  load.on_message = [&](StreamClient& /*stream*/, const Stamp& /*stamp*/, std::int64_t id) {
    if (id <= last_id) ++disordered;
    last_id = id;
    last_at = NowNs();
  };
  const std::int64_t began = NowNs();
  if (auto opened = load.OpenAll(1); !opened) return Fail(opened.error());
  load.RunUntil([&] { return load.Missing() == 0; }, NsOf(setup.patience));

  Report report("backlog");
  report.Add("acknowledged", load.books().acknowledged);
  report.Add("refused", load.books().refused);
  report.Add("arrived", load.books().delivered);
  report.Add("lost", load.Missing());
  report.Add("repeated", load.books().repeated);
  report.Add("out_of_order", disordered);
  report.Add("took_ms", 1e3 * SecondsOf(std::max<std::int64_t>(0, last_at - began)));
  return report;
}

}  // namespace prichal::bench

#include "bench/clock.h"
#include "bench/load.h"
#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {

Measurement Connects(const Setup& setup) {
  if (auto allowed = AllowFiles(setup.streams); !allowed) return Fail(allowed.error());
  Load load(setup.target, setup.sender);
  load.AddStreams(setup.streams);
  Histogram opening;
  load.on_open = [&](StreamClient& stream) { opening.Add(NowNs() - stream.asked_at()); };
  const auto before = setup.pid == 0 ? ProcessFigures{} : ReadProcess(setup.pid);
  if (!before) return Fail(before.error());
  const std::int64_t began = NowNs();
  if (auto opened = load.OpenAll(setup.parallel); !opened) return Fail(opened.error());
  const double took = SecondsOf(NowNs() - began);

  Report report("connects");
  report.Add("streams", setup.streams);
  report.Add("streams_per_second", static_cast<double>(setup.streams) / took);
  if (setup.pid != 0) {
    const auto after = ReadProcess(setup.pid);
    if (!after) return Fail(after.error());
    report.Add("cpu_us_per_stream", 1e6 * (after->cpu_seconds - before->cpu_seconds) /
                                        static_cast<double>(setup.streams));
  }
  report.AddTimes("open", opening);
  return report;
}

}  // namespace prichal::bench

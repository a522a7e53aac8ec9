#include <algorithm>

#include "bench/clock.h"
#include "bench/load.h"
#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {
namespace {

/// Opens and closes some streams, so that one-time costs (cold code, growing tables) are not
/// counted for each stream.
Result<void, std::string> WarmUp(const Setup& setup) {
  Load load(setup.target, setup.sender);
  load.AddStreams(kFirstStreams);
  if (auto opened = load.OpenAll(setup.parallel); !opened) return opened;
  load.RunFor(std::min(kSecond, NsOf(setup.seconds)));
  return {};
}

}  // namespace

Measurement Idle(const Setup& setup) {
  if (setup.pid == 0) return Fail("idle measures a process: name the bridge's with --pid");
  if (auto allowed = AllowFiles(setup.streams); !allowed) return Fail(allowed.error());
  if (auto warm = WarmUp(setup); !warm) return Fail(warm.error());
  const auto before = ReadProcess(setup.pid);
  if (!before) return Fail(before.error());

  Load load(setup.target, setup.sender);
  load.AddStreams(setup.streams);
  if (auto opened = load.OpenAll(setup.parallel); !opened) return Fail(opened.error());
  // The first heartbeats are part of a stream's cost.
  load.RunFor(NsOf(setup.seconds));
  const auto settled = ReadProcess(setup.pid);
  if (!settled) return Fail(settled.error());
  const std::uint64_t heartbeats_before = load.books().heartbeats;
  load.RunFor(NsOf(setup.seconds));
  const auto after = ReadProcess(setup.pid);
  if (!after) return Fail(after.error());

  const auto streams = static_cast<double>(setup.streams);
  const auto grown = static_cast<double>(after->rss_bytes) - static_cast<double>(before->rss_bytes);
  Report report("idle");
  report.Add("streams", setup.streams);
  report.Add("rss_before_bytes", before->rss_bytes);
  report.Add("rss_after_bytes", after->rss_bytes);
  report.Add("rss_per_stream_bytes", grown / streams);
  report.Add("cpu_percent", 100 * (after->cpu_seconds - settled->cpu_seconds) / setup.seconds);
  report.Add("heartbeats_per_second",
             static_cast<double>(load.books().heartbeats - heartbeats_before) / setup.seconds);
  report.Add("streams_lost", load.books().streams_cut + load.books().streams_ended);
  return report;
}

}  // namespace prichal::bench

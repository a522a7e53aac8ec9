#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "bench/clock.h"
#include "bench/load.h"
#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {
namespace {

constexpr std::int64_t kStep = 20 * kMillisecond;
constexpr std::int64_t kLongestDrain = 60 * kSecond;

/// Returns true as soon as a server accepts connections. Returns false after `within` nanoseconds.
bool Comes(Load& load, const Target& target, std::int64_t within) {
  const std::int64_t until = NowNs() + within;
  while (NowNs() < until) {
    // On loopback a refusal arrives at once or a moment later.
    auto trial = Socket::Connect(target);
    load.RunFor(kStep);
    if (!trial) continue;
    std::string_view got;
    char byte = 0;
    if (trial->Receive({&byte, 1}, got) == Socket::Received::kLast) return true;
  }
  return false;
}

}  // namespace

Measurement Drain(const Setup& setup, double rate, double restart_within) {
  if (setup.pid == 0) return Fail("drain sends SIGTERM: name the bridge's process with --pid");
  if (auto allowed = AllowFiles(setup.streams + setup.senders + 1); !allowed) {
    return Fail(allowed.error());
  }
  auto end = ProcessEnd::Open(setup.pid);
  if (!end) return Fail(end.error());
  Load load(setup.target, setup.sender);
  load.AddStreams(setup.streams);
  if (auto opened = load.OpenAll(setup.parallel); !opened) return Fail(opened.error());
  if (auto added = load.AddSenders(setup.senders); !added) return Fail(added.error());
  load.FixedRate(rate, NowNs() + NsOf(setup.seconds));
  load.RunUntil([&] { return load.books().acknowledged + load.books().refused > 0; },
                NsOf(setup.patience));
  if (auto accepted = load.Accepted(); !accepted) return Fail(accepted.error());

  if (kill(setup.pid, SIGTERM) != 0) {
    return Fail(fmt::format("--pid {}: this process may not be signalled", setup.pid));
  }
  const std::int64_t began = NowNs();
  while (!end->Now() && NowNs() - began < kLongestDrain) load.FixedRate(rate, NowNs() + kStep);
  if (!end->Now()) return Fail(fmt::format("process {} runs on 60 s after SIGTERM", setup.pid));
  const double took = SecondsOf(NowNs() - began);
  load.RunFor(kStep);  // reads the streams' bytes that are still in kernel buffers
  const Load::Tally before = load.books();
  const std::uint64_t missing_before = load.Missing();

  Report report("drain");
  report.Add("streams", setup.streams);
  report.Add("exit_ms", 1e3 * took);
  report.Add("streams_ended_cleanly", before.streams_ended);
  report.Add("streams_cut", before.streams_cut);
  report.Add("acknowledged", before.acknowledged);
  report.Add("undelivered_at_exit", missing_before);
  if (restart_within > 0) {
    if (!Comes(load, setup.target, NsOf(restart_within))) {
      return Fail(fmt::format("nobody listens at {} {:.0f} s after the end", setup.target.authority,
                              restart_within));
    }
    for (const auto& stream : load.streams()) stream->Close();
    if (auto again = load.OpenAll(setup.parallel); !again) return Fail(again.error());
    load.RunUntil([&] { return load.Missing() == 0; }, NsOf(setup.patience));
    report.Add("lost", load.Missing());
    report.Add("repeated", load.books().repeated);
  }
  return report;
}

}  // namespace prichal::bench

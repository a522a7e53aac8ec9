#include <fmt/format.h>

#include <vector>

#include "bench/clock.h"
#include "bench/load.h"
#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {
namespace {

/// Returns the CPU seconds of the bridge so far. 0 if it is not measured.
double CpuOf(pid_t pid) {
  if (pid == 0) return 0;
  const auto figures = ReadProcess(pid);
  return figures ? figures->cpu_seconds : 0;
}

std::vector<double> CpuOf(const std::vector<pid_t>& pids) {
  std::vector<double> seconds;
  seconds.reserve(pids.size());
  for (const pid_t pid : pids) seconds.push_back(CpuOf(pid));
  return seconds;
}

/// Adds cpu_us_per_message_1 and so on for the watched processes.
void AddWatched(Report& report, const Setup& setup, const std::vector<double>& before,
                const std::vector<double>& after, double messages) {
  for (std::size_t i = 0; i < setup.watched.size(); ++i) {
    report.Add(fmt::format("cpu_us_per_message_{}", i + 1),
               1e6 * (after[i] - before[i]) / messages);
  }
}

void AddBooks(Report& report, const Load& load) {
  report.Add("refused", load.books().refused);
  report.Add("connections_lost", load.books().connections_lost);
  report.Add("lost", load.Missing());
  report.Add("repeated", load.books().repeated);
  report.AddTimes("acknowledge", load.acknowledging());
  report.AddTimes("deliver", load.delivering());
}

Result<void, std::string> Open(Load& load, const Setup& setup) {
  if (setup.streams == 0 || setup.senders == 0 || setup.ids == 0) {
    return Fail("--streams, --senders and --ids are at least 1");
  }
  if (auto allowed = AllowFiles(setup.streams + setup.senders); !allowed) return allowed;
  load.Share(setup.also);
  load.AddStreams(setup.streams, setup.ids);
  if (auto opened = load.OpenAll(setup.parallel); !opened) return opened;
  return load.AddSenders(setup.senders);
}

/// Returns an error if the bridge accepts no message, after waiting for a slow start.
Result<void, std::string> Takes(Load& load, const Setup& setup) {
  load.RunUntil([&] { return load.books().acknowledged + load.books().refused > 0; },
                NsOf(setup.patience));
  return load.Accepted();
}

}  // namespace

Measurement Throughput(const Setup& setup, double warm_up) {
  Load load(setup.target, setup.sender);
  if (auto opened = Open(load, setup); !opened) return Fail(opened.error());
  load.ClosedLoop(NowNs() + NsOf(warm_up));
  if (auto accepted = Takes(load, setup); !accepted) return Fail(accepted.error());

  load.BeginMeasuring();
  const std::uint64_t acknowledged_before = load.books().acknowledged;
  const double cpu_before = CpuOf(setup.pid);
  const auto watched_before = CpuOf(setup.watched);
  const double own_before = OwnCpuSeconds();
  const std::int64_t began = NowNs();
  load.ClosedLoop(began + NsOf(setup.seconds));
  const double took = SecondsOf(NowNs() - began);
  const double cpu = CpuOf(setup.pid) - cpu_before;
  const auto watched = CpuOf(setup.watched);
  const double own_cpu = OwnCpuSeconds() - own_before;
  const auto messages = static_cast<double>(load.books().acknowledged - acknowledged_before);
  load.RunUntil([&] { return load.Missing() == 0; }, NsOf(setup.patience));

  Report report("throughput");
  report.Add("messages_per_second", messages / took);
  if (setup.pid != 0) {
    report.Add("cpu_us_per_message", 1e6 * cpu / messages);
    report.Add("cpu_percent", 100 * cpu / took);
    report.Add("messages_per_cpu_second", messages / cpu);
  }
  AddWatched(report, setup, watched_before, watched, messages);
  report.Add("generator_cpu_percent", 100 * own_cpu / took);
  AddBooks(report, load);
  return report;
}

Measurement Latency(const Setup& setup, double rate, double warm_up) {
  Load load(setup.target, setup.sender);
  if (auto opened = Open(load, setup); !opened) return Fail(opened.error());
  load.FixedRate(rate, NowNs() + NsOf(warm_up));
  if (auto accepted = Takes(load, setup); !accepted) return Fail(accepted.error());

  load.BeginMeasuring();
  const std::uint64_t acknowledged_before = load.books().acknowledged;
  const double cpu_before = CpuOf(setup.pid);
  const auto watched_before = CpuOf(setup.watched);
  load.FixedRate(rate, NowNs() + NsOf(setup.seconds));
  const double cpu = CpuOf(setup.pid) - cpu_before;
  const auto watched = CpuOf(setup.watched);
  const auto messages = static_cast<double>(load.books().acknowledged - acknowledged_before);
  load.RunUntil([&] { return load.Missing() == 0; }, NsOf(setup.patience));

  Report report("latency");
  report.Add("rate_per_second", rate);
  report.Add("streams", setup.streams);
  if (setup.pid != 0) report.Add("cpu_percent", 100 * cpu / setup.seconds);
  AddWatched(report, setup, watched_before, watched, messages);
  AddBooks(report, load);
  return report;
}

}  // namespace prichal::bench

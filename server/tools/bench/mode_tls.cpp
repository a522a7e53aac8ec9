#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "bench/clock.h"
#include "bench/message.h"
#include "bench/modes.h"
#include "bench/poller.h"
#include "bench/process.h"
#include "bench/tls_client.h"

namespace prichal::bench {
namespace {

using Clients = std::vector<std::unique_ptr<TlsClient>>;

/// Opens TLS streams, `most` in parallel, and waits until each has a 200.
Result<void, std::string> OpenStreams(Clients& clients, Poller& poller, const Setup& setup,
                                      char kind) {
  std::size_t answered = 0;
  std::string failed;
  std::size_t next = 0;
  std::int64_t last_progress = NowNs();
  const auto run = static_cast<std::uint32_t>(NowNs());
  std::vector<bool> seen(clients.size());
  for (std::size_t i = 0; i < clients.size(); ++i) {
    clients[i]->on_news = [&, i](TlsClient& one) {
      if (one.state() == TlsClient::State::kFailed) failed = one.error();
      constexpr std::string_view kFine = "HTTP/1.1 200";
      const std::string_view head = one.beginning();
      if (seen[i] || head.size() < kFine.size()) return;
      if (!head.starts_with(kFine)) failed = fmt::format("answered with {}", head);
      seen[i] = true;
      ++answered;
      last_progress = NowNs();
    };
  }
  while (answered < clients.size()) {
    while (next < clients.size() && next - answered < setup.parallel) {
      const std::string request =
          fmt::format("GET {}/events?client_id={} HTTP/1.1\r\nHost: {}\r\n\r\n", setup.target.path,
                      ClientIdOf(run, kind, next), setup.target.authority);
      if (auto opened = clients[next++]->Open(request, false); !opened) return opened;
    }
    poller.Turn(NowNs() + kLongestTurn);
    if (!failed.empty()) return Fail(fmt::format("a stream over TLS: {}", failed));
    if (NowNs() - last_progress > 10 * kSecond) {
      return Fail(fmt::format("{} streams were not answered in 10 s", next - answered));
    }
  }
  for (const auto& client : clients) client->on_news = [](TlsClient& /*unused*/) {};
  return {};
}

Clients MakeClients(std::size_t count, Poller& poller, const Target& target,
                    const TlsClients& clients) {
  Clients made;
  for (std::size_t i = 0; i < count; ++i) {
    made.push_back(std::make_unique<TlsClient>(poller, target, clients));
  }
  return made;
}

void RunFor(Poller& poller, std::int64_t nanoseconds) {
  const std::int64_t until = NowNs() + nanoseconds;
  while (NowNs() < until) poller.Turn(until);
}

}  // namespace

Measurement TlsIdle(const Setup& setup) {
  if (setup.pid == 0) return Fail("tls-idle measures a process: name the bridge's with --pid");
  if (auto allowed = AllowFiles(setup.streams); !allowed) return Fail(allowed.error());
  const TlsClients common;
  Poller poller;
  {
    // Warm up, so that one-time costs are not counted for each stream.
    Clients first = MakeClients(kFirstStreams, poller, setup.target, common);
    if (auto opened = OpenStreams(first, poller, setup, 'w'); !opened) return Fail(opened.error());
    RunFor(poller, std::min(kSecond, NsOf(setup.seconds)));
  }
  const auto before = ReadProcess(setup.pid);
  if (!before) return Fail(before.error());
  Clients clients = MakeClients(setup.streams, poller, setup.target, common);
  if (auto opened = OpenStreams(clients, poller, setup, 'r'); !opened) return Fail(opened.error());
  RunFor(poller, NsOf(setup.seconds));
  const auto settled = ReadProcess(setup.pid);
  if (!settled) return Fail(settled.error());
  RunFor(poller, NsOf(setup.seconds));
  const auto after = ReadProcess(setup.pid);
  if (!after) return Fail(after.error());
  const auto lost = std::count_if(clients.begin(), clients.end(), [](const auto& client) {
    return client->state() == TlsClient::State::kFailed;
  });
  const auto streams = static_cast<double>(setup.streams);
  Report report("tls-idle");
  report.Add("streams", setup.streams);
  report.Add("rss_before_bytes", before->rss_bytes);
  report.Add("rss_after_bytes", after->rss_bytes);
  report.Add(
      "rss_per_stream_bytes",
      (static_cast<double>(after->rss_bytes) - static_cast<double>(before->rss_bytes)) / streams);
  report.Add("cpu_percent", 100 * (after->cpu_seconds - settled->cpu_seconds) / setup.seconds);
  report.Add("streams_lost", static_cast<std::uint64_t>(lost));
  return report;
}

Measurement TlsHandshakes(const Setup& setup, bool resumed) {
  const TlsClients common;
  Poller poller;
  Clients clients = MakeClients(setup.parallel, poller, setup.target, common);
  std::uint64_t shaken = 0;
  std::uint64_t came_back = 0;
  std::string failed;
  const auto again = [&](TlsClient& client) {
    if (auto opened = client.Open({}, resumed); !opened) failed = opened.error();
  };
  // The ticket is the server's last message of a handshake, so a client with a ticket is done.
  std::vector<TlsClient*> done;
  for (const auto& client : clients) {
    client->on_news = [&](TlsClient& one) {
      if (one.state() == TlsClient::State::kFailed) failed = one.error();
      if (one.state() == TlsClient::State::kTicketed) done.push_back(&one);
    };
    again(*client);
  }
  const auto shake_until = [&](std::int64_t until) {
    while (NowNs() < until && failed.empty()) {
      poller.Turn(std::min(until, NowNs() + kLongestTurn));
      for (TlsClient* client : std::exchange(done, {})) {
        ++shaken;
        came_back += client->resumed() ? 1 : 0;
        again(*client);
      }
    }
  };
  shake_until(NowNs() + kSecond);
  const auto before = setup.pid == 0 ? ProcessFigures{} : ReadProcess(setup.pid);
  if (!before) return Fail(before.error());
  const double own_before = OwnCpuSeconds();
  shaken = 0;
  came_back = 0;
  const std::int64_t began = NowNs();
  shake_until(began + NsOf(setup.seconds));
  const double took = SecondsOf(NowNs() - began);
  const auto after = setup.pid == 0 ? ProcessFigures{} : ReadProcess(setup.pid);
  if (!after) return Fail(after.error());
  if (!failed.empty()) return Fail(fmt::format("a handshake: {}", failed));
  if (shaken == 0) return Fail("no handshake came to its end: are tickets given there?");
  if (came_back != (resumed ? shaken : 0)) {
    return Fail(fmt::format("{} of {} handshakes were resumed", came_back, shaken));
  }
  Report report("tls-handshakes");
  report.Add("handshakes_per_second", static_cast<double>(shaken) / took);
  report.Add("generator_cpu_percent", 100 * (OwnCpuSeconds() - own_before) / took);
  if (setup.pid != 0) {
    const double used = after->cpu_seconds - before->cpu_seconds;
    report.Add("cpu_us_per_handshake", 1e6 * used / static_cast<double>(shaken));
    report.Add("handshakes_per_cpu_second", static_cast<double>(shaken) / used);
  }
  return report;
}

}  // namespace prichal::bench

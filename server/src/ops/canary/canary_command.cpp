#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/address.h"
#include "base/background_thread.h"
#include "base/clock.h"
#include "base/telemetry/log.h"
#include "config/rules.h"
#include "http/server/server.h"
#include "ops/canary/canary.h"
#include "ops/commands/commands.h"
#include "ops/commands/verdict.h"
#include "ops/metrics/admin_handler.h"

namespace prichal::ops {
namespace {

namespace json = boost::json;

constexpr const char* kCanary = "canary";
constexpr const char* kCanaryFooter =
    "Works with any TON Connect bridge. Each round creates client IDs and sends three messages\n"
    "between them: one over a stream that stays open, two before their stream is opened. Runs\n"
    "until SIGTERM, logs problems to standard error and serves Prometheus metrics at /metrics.\n"
    "/readyz answers 503 while the last round was bad.\n"
    "\n"
    "Exit status with --once: 0 if each message arrived once and in time, 1 if not, 2 if the\n"
    "arguments are wrong.";

struct CanaryFlags {
  std::string url;
  std::string ca_file;
  std::string listen = "127.0.0.1:9104";
  std::string interval = "15s";
  std::string timeout = "10s";
  bool once = false;
  bool json = false;
};

std::string AgesOf(const Round& round, Way way) {
  std::vector<std::string> ages;
  for (const Millis age : round.ages.at(static_cast<std::size_t>(way))) {
    ages.push_back(fmt::format("{} ms", age.count()));
  }
  return ages.empty() ? "nothing" : fmt::format("{}", fmt::join(ages, ", "));
}

std::uint64_t Sum(const std::array<std::uint64_t, kWays>& counts) { return counts[0] + counts[1]; }

/// Returns the problems of a round, one per line.
std::vector<std::string> ProblemsOf(const Round& round) {
  std::vector<std::string> lines;
  lines.reserve(round.errors.size() + 2);
  for (const auto& error : round.errors) {
    lines.push_back(
        fmt::format("{}: {} ({})", NameOf(error.step), error.words, NameOf(error.kind)));
  }
  for (const auto& [counts, words] : {std::pair(&round.lost, "acknowledged, but late or lost"),
                                      std::pair(&round.repeated, "duplicated")}) {
    if (Sum(*counts) != 0) lines.push_back(fmt::format("{} messages: {}", Sum(*counts), words));
  }
  return lines;
}

std::string Words(const std::string& url, const Round& round) {
  std::string text = fmt::format(
      "{}: {}\n\n  over a stream that was open  {}\n  over one opened behind it    {}\n",
      round.is_good() ? "good" : "refused", url, AgesOf(round, Way::kKept),
      AgesOf(round, Way::kReopened));
  for (const auto& line : ProblemsOf(round)) text += fmt::format("  {}\n", Printable(line));
  return text;
}

std::string Json(const std::string& url, const Round& round) {
  const auto ages = [&](Way way) {
    json::array list;
    for (const Millis age : round.ages.at(static_cast<std::size_t>(way))) {
      list.push_back(age.count());
    }
    return list;
  };
  json::array errors;
  for (const auto& error : round.errors) {
    errors.push_back(json::object{{"step", json::string_view(NameOf(error.step))},
                                  {"kind", json::string_view(NameOf(error.kind))},
                                  {"reason", error.words}});
  }
  const json::object all{{"verdict", round.is_good() ? "good" : "refused"},
                         {"url", url},
                         {"kept_ms", ages(Way::kKept)},
                         {"reopened_ms", ages(Way::kReopened)},
                         {"acknowledged", Sum(round.posted)},
                         {"lost", Sum(round.lost)},
                         {"repeated", Sum(round.repeated)},
                         {"errors", std::move(errors)}};
  return Printable(json::serialize(all)) + "\n";
}

void Log(telemetry::Log& log, const Round& round) {
  using telemetry::Level;
  if (round.is_good()) {
    return log.Write(Level::kDebug, "the round succeeded", {{"kept", AgesOf(round, Way::kKept)}});
  }
  for (const auto& problem : ProblemsOf(round)) {
    log.Write(Level::kWarn, "the round failed", {{"problem", Printable(problem)}});
  }
}

/// Runs rounds until the canary is stopped.
void Watch(Canary& canary, std::chrono::seconds interval, CanaryStats& stats, telemetry::Log& log) {
  while (!canary.stopped()) {
    const auto begun = std::chrono::steady_clock::now();
    const auto round = canary.Run();
    if (canary.stopped()) return;
    stats.Add(round,
              std::chrono::duration_cast<std::chrono::seconds>(MachineClock().Now().unix_time));
    Log(log, round);
    canary.RestUntil(begun + interval);
  }
}

int Stay(const CanaryFlags& flags, CanaryOptions options) {
  HoldSignals();
  Canary canary(std::move(options));
  CanaryStats stats;
  telemetry::Log log(telemetry::Level::kInfo,
                     flags.json ? telemetry::Format::kJson : telemetry::Format::kText);
  const std::atomic<bool> draining{false};
  http::Server server({.loops = 1,
                       .max_connections = 64,
                       .max_head = 8 * 1024,
                       .max_target = 1024,
                       .header_deadline = Millis(10'000),
                       .idle_deadline = Millis(60'000),
                       .progress_deadline = Millis(30'000)});
  const auto bound = server.Listen({.listen = flags.listen, .handler = [&](http::Loop&) {
                                      return std::make_unique<AdminHandler>(
                                          draining, [&] { return stats.is_good(); },
                                          [&] { return stats.Text(); }, std::vector<std::string>());
                                    }});
  if (!bound) return ReportUsageError(kCanary, bound.error());
  server.Start();
  std::cout << fmt::format("prichal: a canary of {}, metrics on http://{}/metrics\n",
                           canary.bridge(), *bound)
            << std::flush;
  std::thread watching([&] { Watch(canary, *Duration(flags.interval), stats, log); });
  while (WaitForSignal(std::nullopt).asked != Asked::kStop) {
  }
  canary.Stop();
  watching.join();
  (void)server.Drain(Millis(1'000));
  return kGood;
}

int RunCanary(const CanaryFlags& flags) {
  std::string url = flags.url;
  if (url.ends_with('/')) url.pop_back();
  for (const std::string_view path : {"/events", "/message"}) {
    if (url.ends_with(path)) url.resize(url.size() - path.size());
  }
  if (!config::IsWebUrl(url) || url.find_first_of("?#") != std::string::npos) {
    return ReportUsageError(kCanary, fmt::format("invalid URL \"{}\". Fix: use the URL of a "
                                                 "bridge, such as https://app.example.org/bridge.",
                                                 Printable(flags.url)));
  }
  const auto address = ListenAddress::Parse(flags.listen);
  if (!address || address->kind == ListenAddress::Kind::kInherited || address->tls ||
      address->proxied) {
    return ReportUsageError(
        kCanary,
        fmt::format(
            "--listen: invalid address \"{}\". Fix: use one such as 127.0.0.1:9104 or unix:PATH.",
            Printable(flags.listen)));
  }
  CanaryOptions options{
      .bridge = url, .ca_file = flags.ca_file, .timeout = *Duration(flags.timeout)};
  if (!flags.once) return Stay(flags, std::move(options));
  Canary canary(std::move(options));
  const auto round = canary.Run();
  return Print(flags.json ? Json(url, round) : Words(url, round),
               round.is_good() ? kGood : kRefused);
}

}  // namespace

void AddCanaryCommand(cli::Command& app) {
  auto* verb =
      &app.AddCommand(kCanary, "Monitor a bridge: send and receive messages, export metrics");
  auto flags = std::make_shared<CanaryFlags>();
  verb->AddOption("url", "URL", &flags->url,
                  "URL of the bridge, such as https://app.example.org/bridge")
      .required = true;
  verb->AddSwitch("--once", flags->once, "Run one round, print its result and exit");
  AddDuration(*verb, "--interval", flags->interval,
              "Time between the starts of two rounds (default: 15s)");
  AddDuration(*verb, "--timeout", flags->timeout,
              "Time to wait for an answer or a message (default: 10s)");
  verb->AddOption("--listen", "HOST:PORT", &flags->listen,
                  "Address of the metrics (default: 127.0.0.1:9104)");
  verb->AddOption(
      "--ca-file", "FILE", &flags->ca_file,
      "PEM file with the certificate authorities to trust (default: those of the system)");
  AddFormat(*verb, flags->json);
  verb->footer = kCanaryFooter;
  verb->run = [flags] { return RunCanary(*flags); };
}

}  // namespace prichal::ops

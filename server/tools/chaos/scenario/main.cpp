// Injects faults into a bridge under load and checks the history of its clients. Exits with 1 if a
// check fails.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/target.h"
#include "chaos/scenario/fleet.h"
#include "chaos/scenario/losses.h"
#include "chaos/scenario/scenario.h"
#include "chaos/wire/chaos_proxy.h"

namespace {

using prichal::chaos::ChaosProxy;
using prichal::chaos::Scenario;
using prichal::chaos::ScenarioOptions;
using prichal::chaos::ScenarioResult;
using prichal::chaos::WireFaults;

/// All scenarios, those with one server first.
const std::vector<Scenario>& Scenarios() {
  static const std::vector<Scenario> scenarios = [] {
    auto all = prichal::chaos::SingleScenarios();
    const auto& cluster = prichal::chaos::ClusterScenarios();
    all.insert(all.end(), cluster.begin(), cluster.end());
    return all;
  }();
  return scenarios;
}

void Print(const Scenario& scenario, const ScenarioResult& result, double seconds) {
  const auto& verdict = result.verdict;
  std::string faults;
  for (const auto& [what, count] : result.faults) {
    faults += fmt::format("{}{} {}", faults.empty() ? "" : ", ", count, what);
  }
  std::cout << fmt::format(
      "{}: {}\n"
      "  {:.0f} s; {}\n"
      "  {} messages: {} acknowledged, {} unknown, {} refused; {} streams, {} of them came back\n"
      "  attempts: {} that nobody answered, {} of them refused connections, {} told 503\n"
      "  {} deliveries, {} owed, {} lost; the latest {:.0f} ms after its answer\n",
      scenario.name, result.good() ? "ok" : "WRONG", seconds, faults.empty() ? "no fault" : faults,
      verdict.posts, verdict.acknowledged, verdict.unknown, verdict.refused, verdict.streams,
      verdict.returns, result.unanswered, result.refused, result.unavailable, verdict.deliveries,
      verdict.owed, verdict.lost(), static_cast<double>(verdict.longest) / 1e6);
  if (result.recoveries > 0) {
    std::cout << fmt::format(
        "  Valkey was whole again {} times; what was next in a mailbox took {:.0f} ms then, at "
        "most\n",
        result.recoveries, static_cast<double>(verdict.slowest_recovery) / 1e6);
  }
  if (result.longest_gap_ms > 0) {
    std::cout << fmt::format("  no process accepted connections for {:.0f} ms at most\n",
                             result.longest_gap_ms);
  }
  for (const auto& [rule, count] : verdict.counts) {
    std::cout << "  WRONG: " << NameOf(rule) << ", " << count << " times\n";
  }
  for (const auto& fault : verdict.faults) {
    std::cout << "    " << NameOf(fault.rule) << ": " << fault.what << '\n';
  }
  for (const std::string& what : result.wrong) std::cout << "  WRONG: " << what << '\n';
  std::cout.flush();
}

bool Play(const Scenario& scenario, const ScenarioOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  const ScenarioResult result = scenario.run(options);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  if (result.not_tried.empty()) {
    Print(scenario, result, took.count());
  } else {
    std::cout << scenario.name << ": not tried: " << result.not_tried << std::endl;
  }
  return result.good();
}

/// Runs a scenario in a child process, because it cannot leave the namespaces that it enters.
bool PlayApart(const Scenario& scenario, const ScenarioOptions& options) {
  prichal::chaos::EndSharedCluster();
  std::cout.flush();
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    bool good = false;
    try {
      good = Play(scenario, options);
    } catch (const std::exception& error) {
      std::cerr << "bridge-chaos: " << error.what() << std::endl;
    }
    std::cout.flush();
    _exit(good ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int Run(const std::vector<std::string>& names, const ScenarioOptions& options) {
  bool good = true;
  for (const Scenario& scenario : Scenarios()) {
    const bool wanted =
        names.empty() || std::find(names.begin(), names.end(), scenario.name) != names.end();
    if (!wanted) continue;
    good = (scenario.apart ? PlayApart : Play)(scenario, options) && good;
  }
  if (!good) std::cout << "seed " << options.seed << '\n';
  return good ? 0 : 1;
}

/// Verifies that a planted fault is found.
int Prove(const ScenarioOptions& options) {
  const ScenarioResult result = prichal::chaos::ForgetfulServer(options);
  const auto lost = result.verdict.lost();
  std::cout << "a server that keeps messages in memory alone, killed: "
            << (lost > 0 ? fmt::format("{} found lost", lost) : "NOT FOUND") << '\n';
  return lost > 0 ? 0 : 1;
}

/// Prints the losses of a setting; they are not errors.
int Count(const prichal::chaos::LossOptions& options) {
  const auto losses = prichal::chaos::CountLosses(options);
  if (!losses) throw std::runtime_error(losses.error());
  std::cout << fmt::format(
      "{}, valkey_replicas = {}, appendfsync {}: {} rounds, {} acknowledged, {} lost, at most {} "
      "in "
      "a round ({:.0f} ms of traffic), none in {} rounds\n",
      options.harm, options.replicas, options.file, options.rounds, losses->acknowledged,
      losses->lost, losses->most_lost, 1e3 * static_cast<double>(losses->most_lost) / options.rate,
      losses->harmless);
  return 0;
}

/// Runs a proxy that reads commands from stdin until its end.
int Proxy(const std::string& url, std::uint64_t seed) {
  const auto target = prichal::bench::ParseTarget(url);
  if (!target) throw std::runtime_error(target.error());
  auto proxy = ChaosProxy::Start(*target, seed);
  if (!proxy) throw std::runtime_error(proxy.error());
  std::cout << (*proxy)->address() << std::endl;
  WireFaults faults;
  const std::map<std::string, double*> parts{{"cut", &faults.cut},     {"swallow", &faults.swallow},
                                             {"stall", &faults.stall}, {"corrupt", &faults.corrupt},
                                             {"split", &faults.split}, {"delay", &faults.delay}};
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string word;
    double value = 0;
    words >> word >> value;
    if (const auto part = parts.find(word); part != parts.end()) {
      *part->second = value;
      (*proxy)->Set(faults);
    } else if (word == "within") {
      faults.within = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(value));
      (*proxy)->Set(faults);
    } else if (word == "freeze") {
      (*proxy)->Freeze(value != 0);
    } else if (word == "refuse") {
      (*proxy)->Refuse(value != 0);
    } else if (word == "cut-all") {
      (*proxy)->CutAll();
    } else {
      std::cerr
          << "bridge-chaos: '" << word
          << "' is no word of the proxy: cut, swallow, stall, corrupt, split, delay (0 to 1), "
             "within BYTES, freeze, refuse (0 or 1), cut-all\n";
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  // A failed wait in the test cluster ends the scenario, as it would end a test.
  GTEST_FLAG_SET(throw_on_failure, true);
  try {
    CLI::App app("Harms a bridge while it is used, and checks what its clients saw.",
                 "bridge-chaos");
    app.require_subcommand(1);
    ScenarioOptions options;
    std::vector<std::string> names;
    std::string url;
    app.add_option("--seed", options.seed, "of what happens and when");
    app.add_subcommand("list", "the scenarios");
    auto* run = app.add_subcommand("run", "plays scenarios; all of them if none is named");
    run->add_option("NAME", names)->check([](const std::string& name) {
      const auto& all = Scenarios();
      return std::any_of(all.begin(), all.end(),
                         [&](const Scenario& scenario) { return scenario.name == name; })
                 ? std::string()
                 : "no scenario '" + name + "'; `bridge-chaos list` names them";
    });
    run->add_option("--seconds", options.seconds, "of each, at least");
    run->add_option("--messages", options.messages, "acknowledged in each, at least");
    run->add_option("--rate", options.rate, "messages a second, at most")
        ->check(CLI::PositiveNumber);
    run->add_option(
           "--recovers", options.recovers,
           "seconds that the next message of a mailbox takes once Valkey is whole, at most")
        ->check(CLI::PositiveNumber);
    run->add_option("--between", options.between,
                    "messages acknowledged between a fault's end and the next one, at least");
    run->add_option("--replicas", options.replicas,
                    "of a cluster, that have a message before its sender's 200")
        ->check(CLI::NonNegativeNumber);
    auto* prove = app.add_subcommand("prove", "plants a fault that has to be found");
    prichal::chaos::LossOptions choice;
    auto* losses = app.add_subcommand(
        "losses", "counts what a choice of valkey_replicas and appendfsync loses");
    std::vector<std::string> harms;
    for (const auto& harm : prichal::chaos::Harms()) harms.emplace_back(harm.name);
    losses->add_option("HARM", choice.harm)->required()->check(CLI::IsMember(harms));
    losses->add_option("--replicas", choice.replicas, "store.valkey_replicas")
        ->check(CLI::Range(0, 1));
    losses->add_option("--file", choice.file, "appendfsync of the servers; none: they keep no file")
        ->check(CLI::IsMember({"none", "no", "everysec", "always"}));
    losses->add_option("--rounds", choice.rounds);
    losses->add_option("--rate", choice.rate, "messages a second")->check(CLI::PositiveNumber);
    losses->add_option("--seconds", choice.seconds, "of traffic before each harm");
    losses->add_option("--disk", choice.disk,
                       "for power-cut: a mounted ext4 or XFS that is nobody else's");
    auto* proxy = app.add_subcommand("proxy", "a wire that is told by lines what to do");
    proxy->add_option("URL", url, "what stands behind it, such as http://127.0.0.1:8080")
        ->required();
    CLI11_PARSE(app, argc, argv);
    if (run->parsed()) return Run(names, options);
    if (prove->parsed()) return Prove(options);
    choice.seed = options.seed;
    if (losses->parsed()) return Count(choice);
    if (proxy->parsed()) return Proxy(url, options.seed);
    for (const Scenario& scenario : Scenarios()) {
      std::cout << fmt::format("{:<14} {}\n", scenario.name, scenario.about);
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "bridge-chaos: " << error.what() << '\n';
    return 1;
  }
}

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "ops/commands/commands.h"
#include "ops/commands/configure.h"
#include "ops/commands/verdict.h"
#include "ops/doctor/deployment.h"

namespace prichal::ops {
namespace {

constexpr const char* kDoctor = "doctor";
constexpr const char* kDoctorFooter =
    "Checks the public origin over the network, as a user and a wallet would, and sends one\n"
    "message to itself. Run it on a machine other than the server. With --config it also checks\n"
    "the machine: then run it on the server, as the server's user. It changes nothing. Checks\n"
    "that are not possible, for example without a network, are skipped.\n"
    "\n"
    "Exit status: 0 if there are no errors, 1 if there are errors, 2 if the arguments are wrong.";
constexpr const char* kClock = "https://telegram.org/";

struct DoctorFlags {
  std::string url;
  std::string config_file;
  std::string ca_file;
  std::string clock_url = kClock;
  std::string timeout = "10s";
  bool json = false;
};

/// Returns whether a key other than the origin is set. If not, this is not the server's machine.
bool IsConfigured(const DoctorFlags& flags, const config::Resolved& resolved) {
  return !flags.config_file.empty() ||
         std::any_of(resolved.effective.begin(), resolved.effective.end(), [](const auto& row) {
           return row.source.from != config::From::kDefault &&
                  row.source.from != config::From::kFlag;
         });
}

/// Reports `configuration`. Returns the server's settings, or nullopt if unknown or wrong.
std::optional<config::Settings> LookAtConfiguration(const DoctorFlags& flags,
                                                    const config::Resolved& resolved,
                                                    Findings& findings) {
  constexpr const char* kCode = "configuration";
  if (!IsConfigured(flags, resolved)) {
    const std::string reason = "no configuration is given (--config, or variables PRICHAL_…)";
    findings.NotLookedAt(kCode, reason);
    findings.NotLookedAt(Source::kServer, reason);
    return std::nullopt;
  }
  if (resolved.problems.empty()) {
    findings.Good(kCode, flags.config_file.empty() ? "from the environment" : flags.config_file);
    return resolved.settings;
  }
  const auto& first = resolved.problems.front();
  findings.NotLookedAt(Source::kServer, "the configuration is invalid");
  findings.Wrong(kCode, first.text,
                 fmt::format("the server does not start with it ({} {})", resolved.problems.size(),
                             resolved.problems.size() == 1 ? "problem" : "problems"),
                 "run `prichal check-config --quiet`, which lists all problems");
  return std::nullopt;
}

int Doctor(const DoctorFlags& flags) {
  std::vector<config::ConfigValue> given;
  if (!flags.url.empty()) {
    given.push_back({"site.origin", flags.url, {config::From::kFlag, "--url"}});
  }
  const auto resolved = Configure(flags.config_file, given);
  for (const auto& problem : resolved.problems) {
    if (problem.source.from == config::From::kFlag) {
      return ReportUsageError(kDoctor, problem.text);
    }
  }
  Findings findings;
  outbound::ProbeClient client({.ca_file = flags.ca_file});
  Deployment deployment{.origin = resolved.settings.site.origin,
                        .settings = LookAtConfiguration(flags, resolved, findings),
                        .clock_url = flags.clock_url,
                        .timeout = *Duration(flags.timeout),
                        .client = client};
  if (deployment.settings) deployment.data_folder = DataFolderOf(*deployment.settings);
  if (deployment.origin.empty()) {
    constexpr const char* kReason = "no origin is given (--url or site.origin)";
    findings.NotLookedAt(Source::kOrigin, kReason);
    findings.NotLookedAt(Source::kAnswers, kReason);
  } else if (const auto seen = LookAtOrigin(deployment, findings); seen != Seen::kNothing) {
    LookAtBridge(deployment, findings);
    if (seen == Seen::kApp) {
      LookAtManifest(deployment, findings);
      LookAtWallets(deployment, findings);
    }
    LookAtOriginsClock(deployment, findings);
  }
  LookAtClock(deployment, findings);
  if (deployment.settings) LookInside(deployment, findings);
  const int status = findings.Count(State::kWrong) == 0 ? kGood : kRefused;
  return Print(flags.json ? findings.Json() : findings.Words(), status);
}

}  // namespace

void AddDoctorCommand(cli::Command& app) {
  auto* verb = &app.AddCommand(kDoctor, "Check a deployment from outside and inside");
  auto flags = std::make_shared<DoctorFlags>();
  verb->AddOption("--url", "URL", &flags->url, "Public origin to check (default: site.origin)");
  verb->AddOption("--config", "FILE", &flags->config_file,
                  "Configuration file of the server (TOML)");
  AddFormat(*verb, flags->json);
  verb->AddOption(
      "--ca-file", "FILE", &flags->ca_file,
      "PEM file with the certificate authorities to trust (default: those of the system)");
  verb->AddOption("--clock-url", "URL", &flags->clock_url,
                  fmt::format("Server to compare the clock with (default: {})", kClock));
  AddDuration(*verb, "--timeout", flags->timeout, "Time to wait for each answer (default: 10s)");
  verb->footer = kDoctorFooter;
  verb->run = [flags] { return Doctor(*flags); };
}

}  // namespace prichal::ops

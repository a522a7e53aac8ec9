#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "ops/commands/commands.h"
#include "ops/commands/configure.h"
#include "ops/commands/input.h"
#include "ops/commands/verdict.h"
#include "outbound/probe.h"

namespace prichal::ops {
namespace {

constexpr std::string_view kHealth = "health";
constexpr const char* kHealthFooter =
    "Asks the server at its address server.admin, without a proxy. The address comes from\n"
    "--admin, the configuration file, the variable PRICHAL_SERVER_ADMIN or the default.\n"
    "Use it as the health check of a container.\n"
    "\n"
    "Exit status: 0 if the server is ready, 1 if it is not ready or does not answer, 2 if the\n"
    "arguments or the configuration are wrong.";

struct HealthFlags {
  std::string config_file;
  std::string admin;
  std::string timeout = "3s";
  bool live = false;
};

/// Largest response that is read, in bytes.
constexpr std::size_t kMostBytes = 1024;

Result<outbound::Response, std::string> Ask(const OperatorAddress& admin, std::string_view path,
                                            std::chrono::milliseconds deadline) {
  outbound::ProbeClient client({.connect_timeout = deadline});
  auto answer = client.Fetch({.url = admin.Url(path),
                              .unix_socket = admin.socket,
                              .most_bytes = kMostBytes,
                              .timeout = deadline});
  switch (answer.trouble) {
    case outbound::Trouble::kNone:
      return answer;
    case outbound::Trouble::kTimeout:
      return Fail(fmt::format("no answer within {} ms", deadline.count()));
    case outbound::Trouble::kConnect:
      return Fail(std::string("no server listens there"));
    case outbound::Trouble::kTooLong:
      return Fail(std::string("another server answers"));
    default:
      return Fail(answer.words);
  }
}

std::string Meaning(const std::string& word) {
  if (word == "draining") return "it drains: it accepts no new connections and shuts down";
  if (word == "unhealthy") return "it cannot store messages or sessions; its log has the reason";
  return fmt::format("it says \"{}\"", Printable(word));
}

int Refuse(const std::string& url, std::string_view state, const std::string& reason) {
  std::cerr << fmt::format("prichal: {} at {}: {}\n", state, url, reason);
  return kRefused;
}

int Health(const HealthFlags& flags) {
  const auto admin = AdminAddresses(flags.config_file, flags.admin);
  if (!admin) return ReportUsageError(kHealth, admin.error());
  const auto address = AddressToAsk(*admin);
  if (!address) {
    return ReportUsageError(
        kHealth, address.error() +
                     ". Fix: pass its address with --admin, such as 127.0.0.1:9103 or unix:PATH.");
  }
  const std::string_view path = flags.live ? "healthz" : "readyz";
  const std::string url = address->Shown(path);
  const std::string_view state = flags.live ? "not alive" : "not ready";
  const auto answer = Ask(*address, path, *Duration(flags.timeout));
  if (!answer) return Refuse(url, state, answer.error());
  const std::string word = StringAt(answer->body, "/status");
  if (word.empty()) {
    return Refuse(url, state, fmt::format("another server answers (HTTP {})", answer->status));
  }
  if (answer->status != 200 || word != "ok") return Refuse(url, state, Meaning(word));
  return Print(fmt::format("{} at {}\n", flags.live ? "alive" : "ready", url), kGood);
}

}  // namespace

void AddHealthCommand(cli::Command& app) {
  auto* verb = &app.AddCommand("health", "Check whether a running server is ready");
  auto flags = std::make_shared<HealthFlags>();
  verb->AddOption("--config", "FILE", &flags->config_file,
                  "Configuration file of the server (TOML)");
  verb->AddOption(
      "--admin", "ADDRESS", &flags->admin,
      "Address to ask, such as 127.0.0.1:9103 or unix:/run/prichal/admin.sock [server.admin]");
  verb->AddSwitch(
      "--live", flags->live,
      "Check only whether the server is alive (/healthz), not whether it is ready (/readyz)");
  AddDuration(*verb, "--timeout", flags->timeout, "Time to wait for the answer (default: 3s)");
  verb->footer = kHealthFooter;
  verb->run = [flags] { return Health(*flags); };
}

}  // namespace prichal::ops

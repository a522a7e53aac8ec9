#include "main/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>

#include "base/cli/command_line.h"
#include "config/key.h"
#include "ops/commands/commands.h"
#include "ops/commands/verdict.h"
#include "ops/metrics/metrics.h"

namespace prichal::main {
namespace {

constexpr const char* kAbout =
    "Server for Telegram mini apps that connect TON wallets: mini app, TON Connect bridge and\n"
    "sign-in. Also has commands to check, monitor and back up a server.";
constexpr const char* kPrecedence =
    "Each configuration key, such as [server.listen], also has an environment variable,\n"
    "PRICHAL_<SECTION>_<KEY>. Flags override variables, and variables override the file.\n"
    "`prichal check-config` prints each key with its value and the source of the value.";

/// Values of a command's flags.
struct ServerFlags {
  std::string config_file;
  std::map<std::string_view, std::string> texts;  ///< by flag name
  std::map<std::string_view, bool> switches;
};

/// Placeholder of a flag's value in the help.
const char* TypeNameOf(const config::Key& key) {
  if (key.rule == &config::kListenAddress) return "ADDRESS";
  return key.rule == &config::kOrigin ? "URL" : "DIR";
}

/// Adds a flag for every configuration key that has one, for example `--listen`.
void AddFlags(cli::Command& verb, ServerFlags& flags) {
  verb.AddOption("--config", "FILE", &flags.config_file,
                 "Configuration file (TOML); no file is read without it");
  for (const auto& key : config::Keys()) {
    if (key.flag.empty()) continue;
    const auto name = "--" + std::string(key.flag);
    const auto doc = std::string(key.doc) + " [" + config::FullName(key) + "]";
    if (key.kind == config::Kind::kSwitch) {
      verb.AddSwitch(name, flags.switches[key.flag], doc);
    } else {
      // Repeated flags add to the list.
      auto& option = verb.AddOption(name, TypeNameOf(key), &flags.texts[key.flag], doc);
      option.comma_joined = key.kind == config::Kind::kList;
      if (key.flag == "listen") option.other_names = {"--port", "--host", "--address", "--bind"};
    }
  }
  verb.footer = kPrecedence;
}

std::vector<config::ConfigValue> FlagValues(const cli::Command& verb, const ServerFlags& flags) {
  const auto is_given = [&](const std::string& name) {
    return std::any_of(verb.options.begin(), verb.options.end(), [&](const cli::Option& option) {
      return option.name == name && option.given;
    });
  };
  std::vector<config::ConfigValue> given;
  for (const auto& key : config::Keys()) {
    const auto name = "--" + std::string(key.flag);
    if (key.flag.empty() || !is_given(name)) continue;
    config::Value value = true;
    if (key.kind != config::Kind::kSwitch) {
      value = config::ValueFromText(key.kind, flags.texts.at(key.flag));
    }
    given.push_back({config::FullName(key), std::move(value), {config::From::kFlag, name}});
  }
  return given;
}

}  // namespace

Command ParseCommandLine(int argc, const char* const* argv) {
  const auto app = std::make_shared<cli::Command>("prichal", kAbout);
  ServerFlags flags;
  Command command;
  command.described = app;
  cli::Command& serve = app->AddCommand("serve", "Run the server until SIGTERM or Ctrl-C");
  serve.other_names = {"start", "run", "server", "up"};
  AddFlags(serve, flags);
  cli::Command& check = app->AddCommand("check-config", "Check the configuration and print it");
  check.other_names = {"check", "config", "validate", "test"};
  AddFlags(check, flags);
  check.AddSwitch("--reload", command.check.reload,
                  "Check for a reload: skip the addresses and the data folder, which the running "
                  "server holds");
  check.AddSwitch("--quiet", command.check.quiet, "Print only problems");
  ops::AddFormat(check, command.check.json);
  app->version = fmt::format("prichal {}", ops::kVersion);
  app->AddCommand("version", "Print the version").run = [text = app->version] {
    return ops::Print(text + "\n", ops::kGood);
  };

  ops::AddCommands(*app);
  ops::AddKeysCommand(*app);
  ops::AddHealthCommand(*app);
  ops::AddBackupCommand(*app);
  ops::AddWalletsCommand(*app);
  ops::AddDoctorCommand(*app);
  ops::AddCanaryCommand(*app);
  ops::AddConfigSchema(*app);
  if (const auto words = ops::RefuseTokenArgument(argc, argv)) {
    std::cerr << "prichal: " << *words << '\n';
    command.exit_code = ops::kMistake;
    return command;
  }
  const auto parsed = cli::Parse(*app, argc, argv);
  if (!parsed.error.empty()) {
    command.exit_code = ops::ReportUsageError(parsed.command, parsed.error);
    return command;
  }
  if (parsed.chosen == nullptr) {
    std::cout << parsed.help;
    return command;
  }
  command.config_file = flags.config_file;
  if (parsed.chosen->run) {
    command.verb = Command::Verb::kRun;
    command.run = parsed.chosen->run;
  } else {
    command.verb = parsed.chosen == &serve ? Command::Verb::kServe : Command::Verb::kCheckConfig;
    command.flags = FlagValues(*parsed.chosen, flags);
  }
  return command;
}

}  // namespace prichal::main

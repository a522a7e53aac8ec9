#include "app/command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>
#include <map>

#include "app/backup_command.h"
#include "app/bench_command.h"
#include "app/canary_command.h"
#include "app/command/completion.h"
#include "app/command/config_schema.h"
#include "app/command/flags.h"
#include "app/command/man_page.h"
#include "app/doctor_command.h"
#include "app/health_command.h"
#include "app/keys_command.h"
#include "app/version.h"
#include "app/wallets_command.h"
#include "config/key.h"

namespace prichal::app {
namespace {

constexpr const char* kAbout =
    "Serves a Telegram mini app, a TON Connect bridge and what belongs to them.";
constexpr const char* kPrecedence =
    "Every key of the configuration file has an environment variable PRICHAL_<SECTION>_<KEY>.\n"
    "A flag wins over the environment, the environment over the file, the file over the default.\n"
    "`prichal check-config` prints every key with its value and where that comes from.";

/// What the flags of one verb were set to.
struct Flags {
  std::string config_file;
  std::map<std::string_view, std::string> texts;  ///< by flag name
  std::map<std::string_view, bool> switches;
};

/// What a flag's value is, in the help.
const char* TypeNameOf(const config::Key& key) {
  if (key.rule == &config::kListenAddress) return "ADDRESS";
  return key.rule == &config::kOrigin ? "URL" : "DIR";
}

/// `--listen` and the others: every key of the table that has a flag.
void AddFlags(CLI::App& verb, Flags& flags) {
  verb.add_option("--config", flags.config_file, "Configuration file (TOML)")->type_name("FILE");
  for (const auto& key : config::Keys()) {
    if (key.flag.empty()) continue;
    const auto name = "--" + std::string(key.flag);
    const auto doc = std::string(key.doc) + " [" + config::FullName(key) + "]";
    if (key.kind == config::Kind::kSwitch) {
      verb.add_flag(name, flags.switches[key.flag], doc);
    } else {
      auto* option = verb.add_option(name, flags.texts[key.flag], doc);
      option->type_name(TypeNameOf(key));
      // Each time it is given it adds to the list.
      if (key.kind == config::Kind::kList) option->join(',');
    }
  }
  verb.footer(kPrecedence);
}

std::vector<config::ConfigValue> FlagValues(const CLI::App& verb, const Flags& flags) {
  std::vector<config::ConfigValue> given;
  for (const auto& key : config::Keys()) {
    const auto name = "--" + std::string(key.flag);
    if (key.flag.empty() || verb.count(name) == 0) continue;
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
  CLI::App app(kAbout, "prichal");
  app.require_subcommand(1);
  Flags flags;
  auto* serve = app.add_subcommand("serve", "Run the server until SIGTERM or Ctrl-C");
  AddFlags(*serve, flags);
  auto* check =
      app.add_subcommand("check-config", "Print the configuration that `serve` would run with");
  AddFlags(*check, flags);
  Command command;
  check->add_flag("--quiet", command.check.quiet, "Print mistakes alone");
  command::AddFormat(*check, command.check.json);
  const auto* version = app.add_subcommand("version", "Print the version");

  command::AddCommands(app, command.run);
  AddKeysCommand(app, command.run);
  AddHealthCommand(app, command.run);
  AddBackupCommand(app, command.run);
  AddWalletsCommand(app, command.run);
  AddDoctorCommand(app, command.run);
  AddCanaryCommand(app, command.run);
  AddBenchCommand(app, command.run);
  command::AddConfigSchema(app, command.run);
  command::AddMan(app, command.run, kVersion);
  command::AddCompletion(app, command.run);
  if (const auto words = command::RefuseTokenArgument(argc, argv)) {
    std::cerr << "prichal: " << *words << '\n';
    command.exit_code = command::kMistake;
    return command;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    app.exit(CLI::CallForHelp(), std::cout, std::cerr);
    return command;
  } catch (const CLI::ParseError& error) {
    std::cerr << "prichal: " << error.what() << "; `prichal --help` tells what there is\n";
    command.exit_code = 2;
    return command;
  }
  command.config_file = flags.config_file;
  if (command.run) {
    command.verb = Command::Verb::kRun;
  } else if (version->parsed()) {
    command.verb = Command::Verb::kVersion;
  } else {
    const auto* verb = serve->parsed() ? serve : check;
    command.verb = serve->parsed() ? Command::Verb::kServe : Command::Verb::kCheckConfig;
    command.flags = FlagValues(*verb, flags);
  }
  return command;
}

}  // namespace prichal::app

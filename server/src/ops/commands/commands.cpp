#include "ops/commands/commands.h"

#include <span>
#include <string_view>

#include "ops/commands/bots.h"
#include "ops/commands/verdict.h"
#include "ops/commands/words.h"
#include "config/schema.h"

namespace prichal::app::command {

void AddCommands(cli::Command& app) {
  AddInitDataCheck(
      app.AddCommand("initdata", "Look at init data that Telegram has given to a page"));
  AddProofCheck(app.AddCommand("proof", "Look at a wallet's ton_proof"));
  cli::Command& token = app.AddCommand("token", "Look at a token (JWT)");
  AddTokenVerify(token);
  AddTokenDecode(token);
}

void AddConfigSchema(cli::Command& app) {
  app.AddCommand("config-schema", "Print the JSON Schema of the configuration file, for editors")
      .run = [] { return Print(PrettyJson(config::Schema()) + "\n", kGood); };
}

std::optional<std::string> RefuseTokenArgument(int argc, const char* const* argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  if (arguments.size() < 3 || std::string_view(arguments[1]) != "initdata") return std::nullopt;
  for (const std::string_view argument : arguments.subspan(2)) {
    const auto name = argument.substr(0, argument.find('='));
    if (name == "--token" || name == "--bot-token" || HasBotToken(argument)) {
      return "a bot's token is not taken from the command line, where `ps` and the shell's history "
             "show it: write it into a file for --token-file, or name that file in "
             "PRICHAL_AUTH_TELEGRAM_TOKENS_FILE; one that was given may have been read, and "
             "@BotFather makes a new one (/revoke)";
    }
  }
  return std::nullopt;
}

}  // namespace prichal::app::command

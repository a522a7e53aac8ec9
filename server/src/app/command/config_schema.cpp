#include "app/command/config_schema.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/command/pretty_json.h"
#include "app/command/verdict.h"
#include "config/schema.h"

namespace prichal::app::command {

void AddConfigSchema(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("config-schema",
                                  "Print the JSON Schema of the configuration file, for editors");
  verb->callback(
      [&run] { run = [] { return Print(PrettyJson(config::Schema()) + "\n", kGood); }; });
}

}  // namespace prichal::app::command

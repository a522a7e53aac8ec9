#include "app/command/config_schema.h"

#include "app/command/commands.h"
#include "app/command/pretty_json.h"
#include "app/command/verdict.h"
#include "config/schema.h"

namespace prichal::app::command {

void AddConfigSchema(cli::Command& app) {
  app.AddCommand("config-schema", "Print the JSON Schema of the configuration file, for editors")
      .run = [] { return Print(PrettyJson(config::Schema()) + "\n", kGood); };
}

}  // namespace prichal::app::command

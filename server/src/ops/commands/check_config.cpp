#include "ops/commands/check_config.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "signin/service/valkey_backend.h"
#include "ops/commands/commands.h"
#include "ops/commands/verdict.h"
#include "ops/commands/settings_map.h"
#include "valkey/valkey_clients.h"

namespace prichal::app {
namespace {

namespace json = boost::json;

json::value TextOrNull(const std::string& text) {
  return text.empty() ? json::value(nullptr) : json::value(json::string(text));
}

json::object JsonOf(const config::Problem& problem) {
  const auto& source = problem.source;
  const bool is_set = source.from != config::From::kDefault;
  return {{"key", TextOrNull(problem.key)},
          {"value", TextOrNull(problem.value)},
          {"source", is_set ? json::value(json::string(ToText(source))) : json::value(nullptr)},
          {"line", source.line == 0 ? json::value(nullptr) : json::value(source.line)},
          {"reason", problem.reason},
          {"way_out", TextOrNull(problem.way_out)},
          {"message", problem.text}};
}

std::string Json(const config::Resolved& resolved, bool quiet) {
  json::array findings;
  for (const auto& problem : resolved.problems) findings.push_back(JsonOf(problem));
  json::object all{{"verdict", findings.empty() ? "good" : "refused"},
                   {"findings", std::move(findings)}};
  if (!quiet) {
    json::array rows;
    for (const auto& row : resolved.effective) {
      rows.push_back(json::object{{"key", FullName(*row.key)},
                                  {"value", Shown(*row.key, row.value)},
                                  {"source", ToText(row.source)}});
    }
    all["configuration"] = std::move(rows);
  }
  return json::serialize(all) + "\n";
}

}  // namespace

int CheckConfig(config::Resolved resolved, const CheckConfigFlags& flags) {
  if (resolved.problems.empty() && resolved.settings.store.kind == "valkey") {
    const auto clients = ValkeyClients::Create(resolved.settings, {});
    if (!clients) resolved.problems.push_back(config::ProblemOf(clients.error()));
    if (AuthOptionsOf(resolved.settings, "127.0.0.1:0").enabled()) {
      const auto sealing = SealingKeyOf(resolved.settings.auth);
      if (!sealing) resolved.problems.push_back(config::ProblemOf(sealing.error()));
    }
  }
  const int status = resolved.problems.empty() ? command::kGood : command::kMistake;
  if (flags.json) return command::Print(Json(resolved, flags.quiet), status);
  if (!flags.quiet) std::cout << config::ToToml(resolved);
  for (const auto& problem : resolved.problems) std::cerr << "prichal: " << problem.text << '\n';
  return status;
}

}  // namespace prichal::app

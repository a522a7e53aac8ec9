#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <iostream>
#include <memory>

#include "ops/commands/commands.h"
#include "ops/commands/flags.h"
#include "ops/commands/input.h"
#include "ops/commands/verdict.h"
#include "ops/commands/words.h"
#include "base/strict_json.h"
#include "signin/token/jws.h"

namespace prichal::app::command {
namespace {

namespace json = boost::json;

constexpr std::string_view kTokenDecode = "token decode";
constexpr const char* kTokenDecodeFooter =
    "The signature is not looked at and not printed: `prichal token verify` proves a token.\n"
    "Ends with 0 when it could be read, 1 when it is no token, 2 when there was nothing to read.";

int PrintRefusal(token::TokenRule rule, std::string_view words) {
  std::cerr << fmt::format("prichal: no token that can be read: {}: {}\n", NameOf(rule),
                           Printable(words));
  return kRefused;
}

int Decode(const SharedFlags& flags) {
  const auto input = ReadInput(flags.file, kMostInputBytes);
  if (!input) return ReportUsageError(kTokenDecode, input.error());
  if (input->too_large) {
    return PrintRefusal(token::TokenRule::kSize,
                        fmt::format("it has more than {} bytes", kMostInputBytes));
  }
  const auto jws = token::UnverifiedJws::Parse(WithoutScheme(input->text, {"Bearer", "DPoP"}));
  if (!jws) return PrintRefusal(jws.error().rule, jws.error().words);
  auto claims = ReadStrictJson(jws->unverified_payload());
  if (!claims) {
    return PrintRefusal(token::TokenRule::kClaims,
                        fmt::format("the claims cannot be read: {}", claims.error()));
  }
  json::object whole;
  whole["header"] = jws->header();
  whole["claims"] = *std::move(claims);
  std::cerr << "prichal: NOTHING IN IT IS PROVEN: anybody can write such a token\n";
  return Print((flags.json ? Printable(json::serialize(whole)) : PrettyJson(whole)) + "\n", kGood);
}

}  // namespace

void AddTokenDecode(cli::Command& group) {
  auto* verb = &group.AddCommand("decode", "Print header and claims, of which nothing is proven");
  auto flags = std::make_shared<SharedFlags>();
  AddFile(
      *verb, *flags,
      "The token, or a whole line \"Authorization: Bearer ...\"; \"-\", the default, is standard "
      "input");
  AddJson(*verb, *flags);
  verb->footer = kTokenDecodeFooter;
  verb->run = [flags] { return Decode(*flags); };
}

}  // namespace prichal::app::command

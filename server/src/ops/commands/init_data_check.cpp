#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "ops/commands/commands.h"
#include "ops/commands/input.h"
#include "ops/commands/verdict.h"
#include "signin/telegram/init_data.h"

namespace prichal::ops {
namespace {

using signin::telegram::InitData;
using signin::telegram::InitDataChecker;
using signin::telegram::InitDataPolicy;
using signin::telegram::InitDataProof;
using signin::telegram::InitDataRule;
namespace json = boost::json;

constexpr std::string_view kInitDataCheck = "initdata check";
constexpr const char* kInitDataFooter =
    "Prints each rule and whether the init data fulfils it. Needs no server and no network.\n"
    "Bot tokens are only read from a file, because `ps` and the shell's history show arguments.\n"
    "Without --bot-id and --token-file, the bots come from the variables\n"
    "PRICHAL_AUTH_TELEGRAM_TOKENS_FILE and PRICHAL_AUTH_TELEGRAM_BOTS.\n"
    "\n"
    "Exit status: 0 if the init data is valid, 1 if it is not, 2 if it could not be checked.";

constexpr std::string_view kAnyAge = "any";

struct InitDataFlags : SharedFlags {
  BotSources bots;
  std::string max_age;
  bool test = false;
};

std::vector<Rule> Rules(const InitDataPolicy& policy) {
  const auto rule = [](InitDataRule which, int stage, std::string words) {
    return Rule{.code = NameOf(which), .stage = stage, .words = std::move(words)};
  };
  return {
      rule(InitDataRule::kEmpty, 0, "not empty"),
      rule(InitDataRule::kSize, 1,
           fmt::format("at most {} bytes and {} fields", InitDataChecker::kMaxBytes,
                       InitDataChecker::kMaxFields)),
      rule(InitDataRule::kEncoding, 1, "a URL-encoded query"),
      rule(InitDataRule::kField, 1, "no ambiguous name or value"),
      rule(InitDataRule::kDuplicate, 2, "no duplicate name"),
      rule(InitDataRule::kHashAbsent, 3, "has a \"hash\""),
      rule(InitDataRule::kHashMalformed, 4, "of 64 lower-case hexadecimal digits"),
      rule(InitDataRule::kDateAbsent, 5, "has an \"auth_date\""),
      rule(InitDataRule::kDateMalformed, 6, "in seconds since 1970"),
      rule(InitDataRule::kSignatureAbsent, 7, "has a \"signature\""),
      rule(InitDataRule::kSignatureMalformed, 8, "64 bytes in base64url"),
      rule(InitDataRule::kNotSigned, 9, "signed by Telegram for one of these bots"),
      rule(InitDataRule::kFuture, 10,
           fmt::format("not more than {} ahead of the clock", Span(policy.max_ahead))),
      rule(
          InitDataRule::kExpired, 11,
          fmt::format("not older than {}", Span(policy.max_age.value_or(std::chrono::seconds(0))))),
      rule(InitDataRule::kContent, 12, "fields as documented by Telegram"),
  };
}

std::string Name(const signin::telegram::User& user) {
  std::string name = user.first_name;
  if (!user.last_name.empty()) name.append(" ").append(user.last_name);
  if (!user.username.empty()) name.append(", @").append(user.username);
  return fmt::format("{} ({})", user.id, name);
}

void TellUser(Verdict& verdict, const std::optional<signin::telegram::User>& user) {
  if (!user) {
    verdict.AddFact("user", "no user, as in launches by some keyboard buttons", nullptr);
    return;
  }
  json::object object;
  object["id"] = user->id;
  object["first_name"] = user->first_name;
  if (!user->last_name.empty()) object["last_name"] = user->last_name;
  if (!user->username.empty()) object["username"] = user->username;
  if (!user->language_code.empty()) object["language_code"] = user->language_code;
  object["is_premium"] = user->is_premium;
  verdict.AddFact("user", Name(*user), std::move(object));
}

void TellLaunch(Verdict& verdict, const InitData& data, std::chrono::seconds now) {
  TellUser(verdict, data.user());
  verdict.AddTime("auth_date", data.auth_date(), now);
  verdict.AddFact("bot_id", fmt::format("{}", data.bot_id()), data.bot_id());
  const bool by_token = data.proof() == InitDataProof::kBotToken;
  verdict.AddFact(
      "proof",
      by_token ? "hash, by the bot's token" : "signature, by Telegram's key for its bot id",
      by_token ? "hash" : "signature");
  if (!data.start_param().empty()) {
    verdict.AddFact("start_param", data.start_param());
  }
}

void TellBots(Verdict& verdict, const std::vector<signin::telegram::Bot>& bots, bool test) {
  std::vector<std::string> words;
  json::array list;
  for (const auto& bot : bots) {
    words.push_back(fmt::format("{} ({})", bot.id(),
                                bot.has_token() ? "token"
                                : test          ? "id, by the test key"
                                                : "id"));
    list.push_back({{"id", bot.id()}, {"token", bot.has_token()}});
  }
  verdict.AddFact("bots", fmt::format("{}", fmt::join(words, ", ")), std::move(list));
}

void PassOverSignature(Verdict& verdict) {
  for (const auto rule : {InitDataRule::kSignatureAbsent, InitDataRule::kSignatureMalformed}) {
    verdict.NotAsked(NameOf(rule), "not needed for a bot whose token is known");
  }
}

int Check(const InitDataFlags& flags) {
  auto bots = ReadBots(flags.bots.OrEnvironment());
  if (!bots) return ReportUsageError(kInitDataCheck, bots.error());
  const auto input = ReadInput(flags.file, kMostInputBytes);
  if (!input) return ReportUsageError(kInitDataCheck, input.error());

  InitDataPolicy policy;
  if (flags.test) policy.signature_keys = {signin::telegram::kTestKey};
  if (flags.max_age == kAnyAge) {
    policy.max_age.reset();
  } else if (const auto given = Duration(flags.max_age)) {
    policy.max_age = *given;
  }
  Verdict verdict(Rules(policy));
  if (!policy.max_age) verdict.NotAsked(NameOf(InitDataRule::kExpired), "--max-age any");
  if (std::all_of(bots->begin(), bots->end(), [](const auto& bot) { return bot.has_token(); })) {
    PassOverSignature(verdict);
  }
  TellBots(verdict, *bots, flags.test);
  if (input->too_large) {
    verdict.Refuse(NameOf(InitDataRule::kSize),
                   fmt::format("the input has more than {} bytes; init data has at most {}",
                               kMostInputBytes, InitDataChecker::kMaxBytes));
    return verdict.Print(flags.json);
  }
  const auto now = flags.Now();
  const InitDataChecker checker(*std::move(bots), policy);
  const auto data = checker.Check(WithoutScheme(input->text, {"tma"}), now);
  if (!data) {
    verdict.Refuse(NameOf(data.error().rule), data.error().words);
    return verdict.Print(flags.json);
  }
  verdict.Accept(fmt::format("Telegram signed this init data for bot {}", data->bot_id()));
  if (data->proof() == InitDataProof::kBotToken) PassOverSignature(verdict);
  TellLaunch(verdict, *data, now);
  return verdict.Print(flags.json);
}

}  // namespace

void AddInitDataCheck(cli::Command& group) {
  auto* verb =
      &group.AddCommand("check", "Check that init data is from Telegram, for your bot and recent");
  auto flags = std::make_shared<InitDataFlags>();
  AddFile(*verb, *flags,
          "File with Telegram.WebApp.initData, or with a line \"Authorization: tma ...\" "
          "(default: -, standard input)");
  verb->AddOption("--bot-id", "N", &flags->bots.ids,
                  "Bot ID; Telegram's signature must prove the init data. Can be repeated");
  verb->AddOption("--token-file", "FILE", &flags->bots.token_file,
                  "File with bot tokens, one per line; the hash must prove the init data");
  verb->AddSwitch("--test", flags->test, "Accept only signatures of Telegram's test environment");
  AddDuration(*verb, "--max-age", flags->max_age, "Maximum age, or any (default: 24h)", kAnyAge);
  AddNow(*verb, *flags);
  AddJson(*verb, *flags);
  verb->footer = kInitDataFooter;
  verb->run = [flags] { return Check(*flags); };
}

}  // namespace prichal::ops

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <memory>

#include "base/descriptor.h"
#include "base/json.h"
#include "ops/commands/commands.h"
#include "ops/commands/input.h"
#include "ops/commands/verdict.h"
#include "signin/token/jwt.h"

namespace prichal::app::command {
namespace {

namespace json = boost::json;

constexpr std::string_view kTokenDecode = "token decode";
constexpr const char* kTokenDecodeFooter =
    "The signature is not looked at and not printed: `prichal token verify` proves a token.\n"
    "Ends with 0 when it could be read, 1 when it is no token, 2 when there was nothing to read.";

int PrintRefusal(token::TokenRule rule, std::string_view words) {
  std::cerr << fmt::format("prichal: cannot decode the token: {} ({})\n", Printable(words),
                           NameOf(rule));
  return kRefused;
}

int Decode(const SharedFlags& flags) {
  const auto input = ReadInput(flags.file, kMostInputBytes);
  if (!input) return ReportUsageError(kTokenDecode, input.error());
  if (input->too_large) {
    return PrintRefusal(token::TokenRule::kSize,
                        fmt::format("more than {} bytes", kMostInputBytes));
  }
  const auto jws = token::UnverifiedJws::Parse(WithoutScheme(input->text, {"Bearer", "DPoP"}));
  if (!jws) return PrintRefusal(jws.error().rule, jws.error().words);
  auto claims = ReadStrictJson(jws->unverified_payload());
  if (!claims) {
    return PrintRefusal(token::TokenRule::kClaims,
                        fmt::format("malformed claims: {}", claims.error()));
  }
  json::object whole;
  whole["header"] = jws->header();
  whole["claims"] = *std::move(claims);
  std::cerr << "prichal: warning: the signature is not verified\n";
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

namespace {

using token::Claims;
using token::JwkSet;
using token::TokenRule;
namespace json = boost::json;

constexpr std::string_view kTokenVerify = "token verify";
constexpr std::string_view kIdToken = "JWT";
constexpr const char* kTokenVerifyFooter =
    "The keys are read from a file and nothing is fetched: save what the issuer's jwks_uri gives.\n"
    "Whether its session was ended since, no token says.\n"
    "Ends with 0 when it is good, 1 when it is refused, 2 when it could not be looked at.";

struct TokenVerifyFlags : SharedFlags {
  std::string jwks;
  std::string issuer;
  std::string audience;
  std::string type = "at+jwt";
};

std::vector<Rule> Rules(const TokenVerifyFlags& flags) {
  const auto rule = [](TokenRule which, int stage, std::string words) {
    return Rule{.code = NameOf(which), .stage = stage, .words = std::move(words)};
  };
  return {
      rule(TokenRule::kSize, 0, fmt::format("at most {} bytes", token::UnverifiedJws::kMaxBytes)),
      rule(TokenRule::kForm, 1, "three base64url parts"),
      rule(TokenRule::kHeader, 1, "a header with \"alg\""),
      rule(TokenRule::kCritical, 1, "without unknown extensions"),
      rule(TokenRule::kType, 2, fmt::format("its \"typ\" is {}", flags.type)),
      rule(TokenRule::kKey, 3, "its key is in the set"),
      rule(TokenRule::kAlgorithm, 4, "its \"alg\" is what that key signs by"),
      rule(TokenRule::kSignature, 5, "that key has signed it"),
      rule(TokenRule::kClaims, 6, "it says iss, sub, aud, exp and iat"),
      rule(TokenRule::kIssuer, 7, fmt::format("the issuer is {}", flags.issuer)),
      rule(TokenRule::kAudience, 8, fmt::format("it is for {}", flags.audience)),
      rule(TokenRule::kExpired, 9, "it has not expired"),
      rule(TokenRule::kNotYet, 10, "it is already valid"),
  };
}

void TellTime(Verdict& verdict, std::string_view name, std::chrono::seconds time,
              std::chrono::seconds now) {
  verdict.AddFact(name, fmt::format("{}, {} ({})", time.count(), Ago(time, now), Moment(time)),
                  time.count());
}

void TellClaims(Verdict& verdict, const Claims& claims, std::chrono::seconds now) {
  verdict.AddFact("iss", claims.issuer, json::string(claims.issuer));
  verdict.AddFact("sub", claims.subject, json::string(claims.subject));
  json::array audience;
  for (const auto& one : claims.audience) audience.emplace_back(one);
  verdict.AddFact("aud", fmt::format("{}", fmt::join(claims.audience, ", ")), std::move(audience));
  TellTime(verdict, "iat", claims.issued_at, now);
  TellTime(verdict, "exp", claims.expires_at, now);
  if (!claims.id.empty()) verdict.AddFact("jti", claims.id, json::string(claims.id));
  verdict.AddFact("claims", "all of them: --json, or `prichal token decode`", claims.all);
}

void TellKeys(Verdict& verdict, const JwkSet& keys) {
  json::array skipped;
  for (const auto& line : keys.skipped()) skipped.emplace_back(line);
  verdict.AddFact("keys",
                  keys.skipped().empty() ? fmt::format("{}", keys.size())
                                         : fmt::format("{}; skipped: {}", keys.size(),
                                                       fmt::join(keys.skipped(), "; ")),
                  {{"read", keys.size()}, {"skipped", std::move(skipped)}});
}

int Verify(const TokenVerifyFlags& flags) {
  const auto set = ReadSmallFile(flags.jwks, JwkSet::kMaxBytes);
  if (!set) {
    return ReportUsageError(kTokenVerify, fmt::format("--jwks: cannot read \"{}\": {}",
                                                      Printable(flags.jwks), set.error()));
  }
  const auto keys = JwkSet::Read(*set);
  if (!keys) {
    return ReportUsageError(kTokenVerify,
                            fmt::format("--jwks: \"{}\": {}", Printable(flags.jwks), keys.error()));
  }
  const auto input = ReadInput(flags.file, kMostInputBytes);
  if (!input) return ReportUsageError(kTokenVerify, input.error());

  Verdict verdict(Rules(flags));
  TellKeys(verdict, *keys);
  if (input->too_large) {
    verdict.Refuse(NameOf(TokenRule::kSize), fmt::format("more than {} bytes", kMostInputBytes));
    return verdict.Print(flags.json);
  }
  const auto text = WithoutScheme(input->text, {"Bearer", "DPoP"});
  const auto now = flags.Now();
  const token::JwtRules rules{
      .type = flags.type == kIdToken ? std::string_view() : std::string_view(flags.type),
      .issuer = flags.issuer,
      .audience = flags.audience};
  const auto claims = VerifyJwt(text, *keys, rules, now);
  if (!claims) {
    verdict.Refuse(NameOf(claims.error().rule), claims.error().words);
    return verdict.Print(flags.json);
  }
  verdict.Accept(fmt::format("signed by {} for {}, and valid now", flags.issuer, flags.audience));
  if (const auto jws = token::UnverifiedJws::Parse(text)) {
    verdict.AddFact("alg", jws->algorithm(), json::string(jws->algorithm()));
    if (!jws->key_id().empty()) verdict.AddFact("kid", jws->key_id(), json::string(jws->key_id()));
  }
  TellClaims(verdict, *claims, now);
  return verdict.Print(flags.json);
}

}  // namespace

void AddTokenVerify(cli::Command& group) {
  auto* verb = &group.AddCommand("verify", "Say whether it is good, or which rule it fails");
  auto flags = std::make_shared<TokenVerifyFlags>();
  AddFile(
      *verb, *flags,
      "The token, or a whole line \"Authorization: Bearer ...\"; \"-\", the default, is standard "
      "input");
  verb->AddOption("--jwks", "FILE", &flags->jwks, "The issuer's keys (a JWK set)").required = true;
  verb->AddOption("--issuer", "URL", &flags->issuer, "Who has to have issued it (iss)").required =
      true;
  verb->AddOption("--audience", "TEXT", &flags->audience, "For whom it has to be (aud)").required =
      true;
  verb->AddOption("--type", "TYPE", &flags->type,
                  "What kind of token it has to be (typ) [at+jwt]; JWT for id tokens, which may "
                  "leave it out");
  AddNow(*verb, *flags);
  AddJson(*verb, *flags);
  verb->footer = kTokenVerifyFooter;
  verb->run = [flags] { return Verify(*flags); };
}

}  // namespace prichal::app::command

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

namespace prichal::ops {
namespace {

namespace json = boost::json;
using signin::token::Claims;
using signin::token::JwkSet;
using signin::token::TokenRule;

constexpr std::string_view kTokenDecode = "token decode";
constexpr const char* kTokenDecodeFooter =
    "Does not check or print the signature: anyone can write such a token. To check it, use\n"
    "`prichal token verify`.\n"
    "\n"
    "Exit status: 0 if the token was decoded, 1 if it is malformed, 2 if it could not be read.";

int PrintRefusal(signin::token::TokenRule rule, std::string_view words) {
  std::cerr << fmt::format("prichal: cannot decode the token: {} ({})\n", Printable(words),
                           NameOf(rule));
  return kRefused;
}

int Decode(const SharedFlags& flags) {
  const auto input = ReadInput(flags.file, kMostInputBytes);
  if (!input) return ReportUsageError(kTokenDecode, input.error());
  if (input->too_large) {
    return PrintRefusal(signin::token::TokenRule::kSize,
                        fmt::format("more than {} bytes", kMostInputBytes));
  }
  const auto jws =
      signin::token::UnverifiedJws::Parse(WithoutScheme(input->text, {"Bearer", "DPoP"}));
  if (!jws) return PrintRefusal(jws.error().rule, jws.error().words);
  auto claims = ReadStrictJson(jws->unverified_payload());
  if (!claims) {
    return PrintRefusal(signin::token::TokenRule::kClaims,
                        fmt::format("malformed claims: {}", claims.error()));
  }
  json::object whole;
  whole["header"] = jws->header();
  whole["claims"] = *std::move(claims);
  std::cerr << "prichal: warning: the signature is not verified\n";
  return Print((flags.json ? Printable(json::serialize(whole)) : PrettyJson(whole)) + "\n", kGood);
}

constexpr std::string_view kTokenVerify = "token verify";
constexpr std::string_view kIdToken = "JWT";
constexpr const char* kTokenVerifyFooter =
    "Prints each rule and whether the token fulfils it. Needs no network: download the keys from\n"
    "/.well-known/jwks.json first. The command cannot tell whether the session has ended.\n"
    "\n"
    "Exit status: 0 if the token is valid, 1 if it is not, 2 if it could not be checked.";

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
      rule(TokenRule::kSize, 0,
           fmt::format("at most {} bytes", signin::token::UnverifiedJws::kMaxBytes)),
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

void TellClaims(Verdict& verdict, const Claims& claims, std::chrono::seconds now) {
  verdict.AddFact("iss", claims.issuer);
  verdict.AddFact("sub", claims.subject);
  json::array audience;
  for (const auto& one : claims.audience) audience.emplace_back(one);
  verdict.AddFact("aud", fmt::format("{}", fmt::join(claims.audience, ", ")), std::move(audience));
  verdict.AddTime("iat", claims.issued_at, now);
  verdict.AddTime("exp", claims.expires_at, now);
  if (!claims.id.empty()) verdict.AddFact("jti", claims.id);
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
  const signin::token::JwtRules rules{
      .type = flags.type == kIdToken ? std::string_view() : std::string_view(flags.type),
      .issuer = flags.issuer,
      .audience = flags.audience};
  const auto claims = VerifyJwt(text, *keys, rules, now);
  if (!claims) {
    verdict.Refuse(NameOf(claims.error().rule), claims.error().words);
    return verdict.Print(flags.json);
  }
  verdict.Accept(fmt::format("signed by {} for {}, and valid now", flags.issuer, flags.audience));
  if (const auto jws = signin::token::UnverifiedJws::Parse(text)) {
    verdict.AddFact("alg", jws->algorithm());
    if (!jws->key_id().empty()) verdict.AddFact("kid", jws->key_id());
  }
  TellClaims(verdict, *claims, now);
  return verdict.Print(flags.json);
}

}  // namespace

void AddTokenDecode(cli::Command& group) {
  auto* verb =
      &group.AddCommand("decode", "Print the header and claims of a token without verifying it");
  auto flags = std::make_shared<SharedFlags>();
  AddFile(*verb, *flags,
          "File with the token, or with a line \"Authorization: Bearer ...\" "
          "(default: -, standard input)");
  AddJson(*verb, *flags);
  verb->footer = kTokenDecodeFooter;
  verb->run = [flags] { return Decode(*flags); };
}

void AddTokenVerify(cli::Command& group) {
  auto* verb = &group.AddCommand("verify", "Verify the signature and claims of a token");
  auto flags = std::make_shared<TokenVerifyFlags>();
  AddFile(*verb, *flags,
          "File with the token, or with a line \"Authorization: Bearer ...\" "
          "(default: -, standard input)");
  verb->AddOption("--jwks", "FILE", &flags->jwks, "File with the issuer's public keys (JWK set)")
      .required = true;
  verb->AddOption("--issuer", "URL", &flags->issuer, "Required issuer (iss)").required = true;
  verb->AddOption("--audience", "TEXT", &flags->audience, "Required audience (aud)").required =
      true;
  verb->AddOption("--type", "TYPE", &flags->type,
                  "Required type (typ); JWT also accepts ID tokens without one (default: at+jwt)");
  AddNow(*verb, *flags);
  AddJson(*verb, *flags);
  verb->footer = kTokenVerifyFooter;
  verb->run = [flags] { return Verify(*flags); };
}

}  // namespace prichal::ops

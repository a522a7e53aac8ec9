#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "base/encoding.h"
#include "ops/commands/commands.h"
#include "ops/commands/input.h"
#include "ops/commands/verdict.h"
#include "signin/ton/proof.h"

namespace prichal::ops {
namespace {

using signin::ton::ProofRule;
using signin::ton::ProofRules;
namespace json = boost::json;

constexpr std::size_t kMostProofBytes = 16UL * 1024;  // the server's limit for such a request
constexpr std::string_view kProofCheck = "proof check";
constexpr std::chrono::seconds kMaxAge = std::chrono::minutes(15);
constexpr std::chrono::seconds kMaxAhead = std::chrono::minutes(5);
constexpr const char* kProofFooter =
    "Prints each rule and whether the proof fulfils it. Needs no server and no network.\n"
    "\n"
    "Exit status: 0 if the proof is valid, 1 if it is not, 2 if it could not be checked.";

struct ProofFlags : SharedFlags {
  std::vector<std::string> domains;
  std::vector<std::string> networks;
  std::string payload;
  bool has_payload = false;
  std::string max_age;
};

/// Returns the networks of the flags. The main network if none is given.
std::vector<std::int32_t> Networks(const ProofFlags& flags) {
  std::vector<std::int32_t> networks;
  networks.reserve(flags.networks.size() + 1);
  for (const auto& text : flags.networks) {
    networks.push_back(static_cast<std::int32_t>(WholeNumber(text).value_or(0)));
  }
  if (networks.empty()) networks.push_back(signin::ton::kMainnet);
  return networks;
}

std::string NameOf(std::int32_t network) {
  if (network == signin::ton::kMainnet) return "-239, the main network";
  return network == signin::ton::kTestnet ? "-3, the test network" : fmt::format("{}", network);
}

std::vector<Rule> Rules(const ProofRules& rules) {
  const auto rule = [](ProofRule which, int stage, std::string words) {
    return Rule{.code = CodeOf(which), .stage = stage, .words = std::move(words)};
  };
  return {
      rule(ProofRule::kRequest, 0, "an account and a proof in JSON"),
      rule(ProofRule::kSupported, 0, "a proof, not an error of the wallet"),
      rule(ProofRule::kDomainLength, 1, "lengthBytes is the length of the domain"),
      rule(ProofRule::kDomain, 2,
           fmt::format("the domain is {}", fmt::join(rules.domains, " or "))),
      rule(ProofRule::kPayload, 3, "the payload is the one of --payload"),
      rule(ProofRule::kAge, 4, fmt::format("not older than {}", Span(rules.max_age))),
      rule(ProofRule::kFuture, 5,
           fmt::format("not more than {} ahead of the clock", Span(rules.max_ahead))),
      rule(ProofRule::kNetwork, 6,
           fmt::format("the network is {}", fmt::join(rules.networks, " or "))),
      rule(ProofRule::kAddress, 7, "an address in a workchain with wallets"),
      rule(ProofRule::kSignatureForm, 8, "the signature is base64 of 64 bytes"),
      rule(ProofRule::kStateInitSize, 9, "a state init of no more than a wallet's size"),
      rule(ProofRule::kBoc, 9, "base64 of a bag of cells"),
      rule(ProofRule::kStateInit, 9, "with the code and data of a wallet"),
      rule(ProofRule::kAddressMatch, 10, "its hash is the address"),
      rule(ProofRule::kWalletCode, 11, "its code is a known wallet's"),
      rule(ProofRule::kKeyProvable, 11, "its key cannot change, or was read from the chain"),
      rule(ProofRule::kPublicKey, 12, "the sent public key is the wallet's"),
      rule(ProofRule::kNetworkMatch, 13, "the wallet belongs to the network"),
      rule(ProofRule::kWeakKey, 14, "the wallet's key is not weak"),
      rule(ProofRule::kSignature, 15, "the wallet's key has signed domain, time and payload"),
  };
}

void TellWallet(Verdict& verdict, const signin::ton::ProofRequest& request,
                const signin::ton::ProvenWallet& wallet, std::chrono::seconds now) {
  const std::string raw = ToRaw(wallet.address);
  verdict.AddFact("address", ToFriendly(wallet.address,
                                        {.bounceable = false,
                                         .test_only = wallet.network == signin::ton::kTestnet}));
  verdict.AddFact("raw_address", raw);
  verdict.AddFact("wallet", std::string(wallet.version));
  if (wallet.wallet_id) {
    verdict.AddFact("wallet_id", fmt::format("{}", *wallet.wallet_id), *wallet.wallet_id);
  }
  verdict.AddFact("network", NameOf(wallet.network), json::string(std::to_string(wallet.network)));
  verdict.AddFact("public_key", HexEncode(wallet.public_key));
  verdict.AddFact("domain", request.domain);
  verdict.AddFact("payload", request.payload);
  verdict.AddTime("timestamp", std::chrono::seconds(wallet.timestamp), now);
}

int Check(const ProofFlags& flags) {
  const auto input = ReadInput(flags.file, kMostProofBytes);
  if (!input) return ReportUsageError(kProofCheck, input.error());
  const auto networks = Networks(flags);
  const ProofRules rules{.domains = flags.domains,
                         .networks = networks,
                         .payload = flags.has_payload ? signin::ton::PayloadIs(flags.payload)
                                                      : [](auto) { return true; },
                         .max_age = Duration(flags.max_age).value_or(kMaxAge),
                         .max_ahead = kMaxAhead};
  Verdict verdict(Rules(rules));
  if (!flags.has_payload) {
    verdict.NotAsked(
        CodeOf(ProofRule::kPayload),
        "not checked without --payload; a server accepts only its own challenge, once");
  }
  const auto refuse = [&](const signin::ton::ProofFault& fault) {
    verdict.Refuse(CodeOf(fault.rule), fault.words);
    return verdict.Print(flags.json);
  };
  if (input->too_large) {
    return refuse({.rule = ProofRule::kRequest,
                   .words = fmt::format("the input has more than {} bytes, which no proof has; "
                                        "pass the wallet's account and its ton_proof unchanged",
                                        kMostProofBytes)});
  }
  const auto request = signin::ton::ParseProofRequest(input->text);
  if (!request) return refuse(request.error());
  const auto now = flags.Now();
  const auto wallet = CheckProof(*request, rules, now);
  if (!wallet) return refuse(wallet.error());
  verdict.Accept(
      flags.has_payload
          ? "the owner of this wallet signed it for this site"
          : "the owner of this wallet signed it for this site (the payload is not checked)");
  TellWallet(verdict, *request, *wallet, now);
  return verdict.Print(flags.json);
}

std::string CheckNetwork(const std::string& text) {
  const auto number = WholeNumber(text);
  if (number && *number == static_cast<std::int32_t>(*number)) return {};
  return fmt::format("invalid value \"{}\", expected a network ID such as -239 or -3",
                     Printable(text));
}

}  // namespace

void AddProofCheck(cli::Command& group) {
  auto* verb = &group.AddCommand("check", "Check a wallet's ton_proof and print the wallet");
  auto flags = std::make_shared<ProofFlags>();
  AddFile(*verb, *flags,
          "JSON file with \"account\" and \"proof\" from the wallet's answer "
          "(default: -, standard input)");
  verb->AddOption("--domain", "HOST", &flags->domains,
                  "Host that the proof must name, such as app.example.org. Can be repeated")
      .required = true;
  verb->AddOption("--network", "N", &flags->networks,
                  "Global ID of an accepted network (default: -239). Can be repeated")
      .check = CheckNetwork;
  const cli::Option& payload =
      verb->AddOption("--payload", "TEXT", &flags->payload,
                      "Payload that the wallet must have signed (default: any)");
  AddDuration(*verb, "--max-age", flags->max_age, "Maximum age (default: 15m)");
  AddNow(*verb, *flags);
  AddJson(*verb, *flags);
  verb->footer = kProofFooter;
  verb->run = [flags, &payload] {
    flags->has_payload = payload.given;
    return Check(*flags);
  };
}

}  // namespace prichal::ops

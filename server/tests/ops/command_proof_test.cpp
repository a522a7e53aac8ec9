// `prichal proof check` with each test vector, and with invalid input.

#include <boost/json/serialize.hpp>

#include "signin/ton/tests/fixture_proof.h"
#include "tests/fixtures/command_fixture.h"

namespace prichal::testing {
namespace {

class ProofCommand : public CommandTest {
 protected:
  /// Runs the check with the vector's requirements.
  Arguments Check(const signin::ton::ProofVector& vector) {
    Arguments arguments{"proof",
                        "check",
                        Write(vector.body()),
                        "--now",
                        std::to_string(vector.now.count()),
                        "--max-age",
                        std::to_string(vector.max_age.count()),
                        "--payload=" + vector.payload};
    for (const auto& domain : vector.domains) arguments.push_back("--domain=" + domain);
    for (const auto network : vector.networks) {
      arguments.insert(arguments.end(), {"--network", std::to_string(network)});
    }
    return arguments;
  }

  std::string Write(std::string_view body) {
    tree_.Write("proof.json", body);
    return tree_.path("proof.json");
  }

  static Arguments With(Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
};

TEST_F(ProofCommand, ReportsWallet) {
  const auto vector = signin::ton::ProofVectorOf("valid-v5r1-mainnet");
  Hide(vector.request().signature);
  const auto ran = Run(Check(vector));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(ran.out.starts_with("good: the owner of this wallet signed it for this site\n"))
      << ran.out;
  for (const char* words : {"UQC9zfzEcNzuN7Fe0fQ3bFvZ32y1UdGwQlilOK4yilUuVg93",
                            "0:bdcdfcc470dcee37b15ed1f4376c5bd9df6cb551d1b04258a538ae328a552e56",
                            "v5r1", "-239, the main network", "dapp.example.org",
                            "1767225570, 30 s ago (2025-12-31 23:59:30 UTC)",
                            "holds  payload_mismatch", "holds  signature_mismatch"}) {
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << "\n" << ran.out;
  }
  const auto json = Run(With(Check(vector), {"--json"}));
  EXPECT_EQ(Judged(json), "good");
  EXPECT_EQ(json.member("wallet"), "v5r1");
  EXPECT_EQ(json.member("network"), "-239");
  EXPECT_EQ(json.json().at("timestamp").as_int64(), 1767225570);
}

TEST_F(ProofCommand, FormatsAddressForTestNetwork) {
  const auto ran = Run(With(Check(signin::ton::ProofVectorOf("valid-v3r2-testnet")), {"--json"}));
  EXPECT_EQ(Judged(ran), "good");
  EXPECT_TRUE(ran.member("address").starts_with("0Q")) << ran.out;
}

TEST_F(ProofCommand, MatchesEveryVector) {
  std::size_t vectors = 0;
  std::map<std::string, std::size_t> codes;
  for (const auto& vector : signin::ton::ProofVectors()) {
    // A vector can allow a smaller clock difference than the command does.
    if (vector.expect == "timestamp_in_future" &&
        vector.request().timestamp <= static_cast<std::uint64_t>(vector.now.count() + 300)) {
      continue;
    }
    SCOPED_TRACE(vector.id);
    // The command rejects first keys, and checks that before the network.
    const bool stops_at_key = vector.first_keys && vector.expect != "state_init_invalid";
    const std::string expected = stops_at_key            ? "key_not_provable"
                                 : vector.expect == "ok" ? "good"
                                                         : vector.expect;
    // 16 KiB is the limit of a request.
    const bool large = vector.body().size() > 16 * 1024;
    const auto ran = Run(With(Check(vector), {"--json"}));
    EXPECT_EQ(Judged(ran), large ? "request_malformed" : expected);
    ++codes[expected];
    ++vectors;
  }
  EXPECT_GE(vectors, 70U);
  EXPECT_GE(codes.size(), 16U);
}

TEST_F(ProofCommand, ReportsUncheckedPayload) {
  const auto vector = signin::ton::ProofVectorOf("valid-v4r2-testnet");
  const Arguments check{"proof",
                        "check",
                        Write(vector.body()),
                        "--now",
                        std::to_string(vector.now.count()),
                        "--domain",
                        vector.domains.front(),
                        "--network",
                        "-3"};
  const auto ran = Run(check);
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("-      payload_mismatch        not checked without --payload"),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(Judged(Run(With(check, {"--json", "--payload", ""}))), "payload_mismatch");
}

TEST_F(ProofCommand, AcceptsOnlyMainNetworkByDefault) {
  const auto vector = signin::ton::ProofVectorOf("valid-v4r2-testnet");
  const auto ran =
      Run({"proof", "check", Write(vector.body()), "--now", std::to_string(vector.now.count()),
           "--domain", vector.domains.front(), "--json"});
  EXPECT_EQ(Judged(ran), "network_not_allowed");
}

TEST_F(ProofCommand, ReadsNestedFormAndStandardInput) {
  const auto vector = signin::ton::ProofVectorOf("valid-v3r2-mainnet");
  const auto& flat = vector.input;
  const auto& inner = flat.at("proof").as_object();
  const boost::json::object nested{{"account",
                                    {{"address", flat.at("address")},
                                     {"chain", flat.at("network")},
                                     {"publicKey", flat.at("public_key")},
                                     {"walletStateInit", inner.at("state_init")}}},
                                   {"proof",
                                    {{"timestamp", inner.at("timestamp")},
                                     {"domain", inner.at("domain")},
                                     {"payload", inner.at("payload")},
                                     {"signature", inner.at("signature")}}}};
  const std::string path = Write("\xef\xbb\xbf" + boost::json::serialize(nested) + "\r\n");
  EXPECT_EQ(Judged(Run({"proof", "check", "--domain", vector.domains.front(), "--now",
                        std::to_string(vector.now.count()), "--json"},
                       path)),
            "good");
}

TEST_F(ProofCommand, ReportsWalletError) {
  const auto ran =
      Run({"proof", "check", "--domain", "a.b",
           Write(R"({"account":{},"proof":{"name":"ton_proof","error":{"code":400}}})")});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(ran.out.starts_with("refused: proof_not_supported\nthe wallet returned an error"))
      << ran.out;
}

TEST_F(ProofCommand, EscapesControlCharactersForTerminal) {
  auto vector = signin::ton::ProofVectorOf("valid-v3r2-mainnet");
  auto& domain = vector.input.at("proof").at("domain").as_object();
  domain["value"] = "\x1b]0;a\x07\x7f";
  domain["lengthBytes"] = 7;
  const auto ran = Run(Check(vector));
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("another domain (\"\\u001b]0;a\\u0007\\u007f\""), std::string::npos)
      << ran.out;
  EXPECT_EQ(Judged(Run(With(Check(vector), {"--json"}))), "domain_not_allowed");
}

TEST_F(ProofCommand, ReportsMistakes) {
  const auto mistake = [&](const Arguments& arguments, std::string_view words) {
    ExpectMistake(Run(With({"proof", "check"}, arguments)), words);
  };
  mistake({}, "--domain is required");
  mistake({"--domain", "a.b", "--network", "mainnet"}, "--network: invalid value \"mainnet\"");
  mistake({"--domain", "a.b", "--network", "2147483648"}, "invalid value \"2147483648\"");
  mistake({"--domain", "a.b", "--max-age", "any"}, "--max-age: invalid value \"any\"");
  mistake({"--domain", "a.b", "--max-age", "0"}, "--max-age: invalid value \"0\"");
  mistake({"--domain", "a.b", "--now", "today"}, "--now: invalid value \"today\"");
  mistake({"--domain", "a.b", "/nonexistent"}, "cannot read /nonexistent: No such file");
  mistake({"--domain", "a.b", tree_.path(".")}, "Is a directory");
  ExpectMistake(Run({"proof"}), "no command is given");
}

TEST_F(ProofCommand, RejectsHostileFiles) {
  const auto of = [&](const std::string& path) {
    return Judged(Run({"proof", "check", "--domain", "a.b", "--json", path}));
  };
  tree_.Write("large", std::string(10'000'000, '[')).Write("deep", std::string(16'000, '['));
  tree_.Write("binary", std::string("{\0\xff\xfe", 4)).Write("text", "hello");
  for (const auto& path : {std::string("/dev/zero"), std::string("/dev/null"), tree_.path("large"),
                           tree_.path("deep"), tree_.path("binary"), tree_.path("text")}) {
    EXPECT_EQ(of(path), "request_malformed") << path;
  }
}

}  // namespace
}  // namespace prichal::testing

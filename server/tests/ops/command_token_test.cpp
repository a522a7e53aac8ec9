// `prichal token verify` and `prichal token decode`.

#include "signin/token/tests/fixture.h"
#include "tests/fixtures/command_fixture.h"

namespace prichal::testing {
namespace {

using signin::token::test::kEd25519;
using signin::token::test::Key;
using signin::token::test::kP256;
using signin::token::test::kRsaPublic;
using signin::token::test::Sign;

constexpr std::string_view kHeader = R"({"typ":"at+jwt","alg":"ES256"})";
constexpr std::string_view kClaims =
    R"({"iss":"https://app.example.com","sub":"u_1","aud":["https://app.example.com","b"],)"
    R"("iat":1789999900,"exp":1790000500,"jti":"j1"})";

std::string Changed(std::string_view from, std::string_view to) {
  std::string text(kClaims);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class TokenCommand : public CommandTest {
 protected:
  TokenCommand() { tree_.Write("jwks", signin::token::test::KeySet().Write()); }

  /// Verifies at 1790000000, 100 s after the token was issued.
  [[nodiscard]] Arguments Verify(const Arguments& more) const {
    Arguments arguments{
        "token",      "verify", "--jwks", tree_.path("jwks"), "--issuer", "https://app.example.com",
        "--audience", "b",      "--now",  "1790000000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  std::string Write(const std::string& text) {
    if (const auto last = text.rfind('.'); last != std::string::npos && last + 20 < text.size()) {
      Hide(text.substr(last + 1));  // the signature; without it the token cannot be used
    }
    tree_.Write("token", text);
    return tree_.path("token");
  }

  std::string VerifyText(const std::string& text, const Arguments& more = {}) {
    Arguments arguments{"--json", Write(text)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Judged(Run(Verify(arguments)));
  }
};

TEST_F(TokenCommand, ReportsClaimsOfValidToken) {
  const auto ran = Run(Verify({Write(Sign(kHeader, kClaims, Key()))}));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(ran.out.starts_with("good: signed by https://app.example.com for b, and valid now\n"))
      << ran.out;
  for (const char* words :
       {"u_1", "ES256", "https://app.example.com, b", "1789999900, 1 min 40 s ago",
        "1790000500, in 8 min 20 s", "holds  signature", "holds  not_yet"}) {
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << "\n" << ran.out;
  }
  const auto json = Run(Verify({"--json", tree_.path("token")}));
  EXPECT_EQ(Judged(json), "good");
  EXPECT_EQ(json.json().at("claims").at("jti").as_string(), "j1");
  EXPECT_EQ(json.json().at("keys").at("read").as_int64(), 2);
}

TEST_F(TokenCommand, ReadsHeaderLineAndStandardInput) {
  const std::string text = Sign(kHeader, kClaims, Key());
  for (const char* scheme : {"Bearer ", "DPoP ", "authorization: bearer ", ""}) {
    EXPECT_EQ(VerifyText(scheme + text + "\r\n"), "good") << scheme;
  }
  EXPECT_EQ(Judged(Run(Verify({"--json"}), tree_.path("token"))), "good");
  EXPECT_EQ(Judged(Run(Verify({"--json", "-"}), tree_.path("token"))), "good");
}

TEST_F(TokenCommand, NamesFailedRule) {
  const auto key = Key();
  EXPECT_EQ(VerifyText(""), "form");
  EXPECT_EQ(VerifyText("a.b"), "form");
  EXPECT_EQ(VerifyText(std::string(8193, 'a')), "size");
  EXPECT_EQ(VerifyText(Sign("[]", kClaims, key)), "header");
  EXPECT_EQ(VerifyText(Sign(R"({"typ":"at+jwt","alg":"ES256","crit":["x"]})", kClaims, key)),
            "critical");
  EXPECT_EQ(VerifyText(Sign(R"({"typ":"JWT","alg":"ES256"})", kClaims, key)), "type");
  EXPECT_EQ(VerifyText(Sign(R"({"typ":"at+jwt","alg":"none"})", kClaims, key)), "key");
  EXPECT_EQ(VerifyText(Sign(R"({"typ":"at+jwt","alg":"ES256","kid":"x"})", kClaims, key)), "key");
  EXPECT_EQ(VerifyText(Sign(kHeader, kClaims, Key(kEd25519))), "signature");
  EXPECT_EQ(VerifyText(Sign(kHeader, "{}", key)), "claims");
  EXPECT_EQ(VerifyText(Sign(kHeader, Changed("app.example", "other.example"), key)), "issuer");
  EXPECT_EQ(VerifyText(Sign(kHeader, Changed(R"(,"b"])", "]"), key)), "audience");
  EXPECT_EQ(VerifyText(Sign(kHeader, Changed("1790000500", "1790000000"), key)), "expired");
  EXPECT_EQ(VerifyText(Sign(kHeader, Changed("1789999900", "1790000001"), key)), "not_yet");

  const auto words = Run(Verify({Write(Sign(kHeader, Changed("1790000500", "1789999999"), key))}));
  EXPECT_EQ(words.code, 1);
  EXPECT_TRUE(
      words.out.starts_with("refused: expired\nthe token expired 1 s ago; request a new one\n"))
      << words.out;
  // The content of a rejected token is not printed.
  EXPECT_EQ(words.out.find("u_1"), std::string::npos) << words.out;
}

TEST_F(TokenCommand, VerifiesOtherTokenTypes) {
  const auto key = Key();
  const std::string id_token = Sign(R"({"alg":"ES256"})", kClaims, key);
  EXPECT_EQ(VerifyText(id_token), "type");
  EXPECT_EQ(VerifyText(id_token, {"--type", "JWT"}), "good");
  EXPECT_EQ(VerifyText(Sign(R"({"typ":"jwt","alg":"ES256"})", kClaims, key), {"--type", "JWT"}),
            "good");
  EXPECT_EQ(VerifyText(Sign(R"({"typ":"x+jwt","alg":"ES256"})", kClaims, key), {"--type", "x+jwt"}),
            "good");
}

TEST_F(TokenCommand, ReportsSkippedKeys) {
  const std::string local_jwk = Key().public_key().jwk();
  tree_.Write("jwks",
              R"({"keys":[{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"},)" + local_jwk + "]}");
  const auto ran = Run(Verify({Write(Sign(kHeader, kClaims, Key()))}));
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_NE(ran.out.find("1; skipped: key 1: "), std::string::npos) << ran.out;
}

TEST_F(TokenCommand, ReportsMistakes) {
  const auto mistake = [&](const Arguments& arguments, std::string_view words) {
    ExpectMistake(Run(arguments), words);
  };
  const std::string jwks = tree_.path("jwks");
  tree_.Write("bad", "[]");
  mistake({"token"}, "no command is given. Help: `prichal token --help`");
  mistake({"token", "verify", "--issuer", "a", "--audience", "b"}, "--jwks is required");
  mistake({"token", "verify", "--jwks", jwks, "--audience", "b"}, "--issuer is required");
  mistake({"token", "verify", "--jwks", jwks, "--issuer", "a"}, "--audience is required");
  const auto with_keys = [](const std::string& file) {
    return Arguments{"token", "verify", "--jwks", file, "--issuer", "a", "--audience", "b"};
  };
  mistake(with_keys("/nonexistent"), "--jwks: cannot read \"/nonexistent\": No such file");
  mistake(with_keys("/dev/zero"), "--jwks: cannot read \"/dev/zero\": more than");
  mistake(with_keys(tree_.path("bad")), "bad\": not a key set");
  mistake(with_keys("https://a/jwks.json"), "--jwks: cannot read \"https://a/jwks.json\"");
  mistake(Verify({"/nonexistent"}), "cannot read /nonexistent: No such file");
  mistake(Verify({"--now", "x"}), "--now: invalid value \"x\"");
  mistake({"token", "decode", "/nonexistent"}, "cannot read /nonexistent: No such file");
  mistake({"token", "decode", tree_.path(".")}, "Is a directory");
}

TEST_F(TokenCommand, DecodesWithWarningThatNothingIsVerified) {
  const auto file =
      Write(Sign(kHeader, R"({"sub":"\u001b[2J","a":[1,{"b":null}]})", Key(kEd25519)));
  const auto ran = Run({"token", "decode", file});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "prichal: warning: the signature is not verified\n");
  EXPECT_EQ(ran.out,
            "{\n  \"header\": {\n    \"typ\": \"at+jwt\",\n    \"alg\": \"ES256\"\n  },\n"
            "  \"claims\": {\n    \"sub\": \"\\u001b[2J\",\n    \"a\": [\n      1,\n      {\n"
            "        \"b\": null\n      }\n    ]\n  }\n}\n");
  const auto line = Run({"token", "decode", "--json"}, file);
  EXPECT_EQ(line.code, 0);
  EXPECT_EQ(
      line.out,
      R"({"header":{"typ":"at+jwt","alg":"ES256"},"claims":{"sub":"\u001b[2J","a":[1,{"b":null}]}})"
      "\n");
}

TEST_F(TokenCommand, RejectsMalformedTokens) {
  const auto refused = [&](const std::string& file, std::string_view code) {
    const auto ran = Run({"token", "decode", file});
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(ran.err.starts_with("prichal: cannot decode the token: ")) << ran.err;
    EXPECT_TRUE(ran.err.ends_with(" (" + std::string(code) + ")\n")) << ran.err;
  };
  tree_.Write("large", std::string(10'000'000, 'a'));
  tree_.Write("binary", std::string("a\0.\xff\xfe.\x1b", 7));
  refused("/dev/zero", "size");
  refused(tree_.path("large"), "size");
  refused("/dev/null", "form");
  refused(tree_.path("binary"), "form");
  refused(Write(Sign(kHeader, R"({"a":1,"a":2})", Key())), "claims");
  refused(Write(Sign(R"({"a":1})", "{}", Key())), "header");
  for (const auto& file : {std::string("/dev/zero"), tree_.path("large"), tree_.path("binary")}) {
    EXPECT_EQ(Run(Verify({"--json", file})).code, 1) << file;
  }
}

}  // namespace
}  // namespace prichal::testing

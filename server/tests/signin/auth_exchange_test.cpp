// POST /auth/telegram, /auth/ton/challenge and /auth/ton: exchange a proof for a session.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "signin/token/access_token.h"
#include "tests/fixtures/auth_fixture.h"

namespace prichal::signin {
namespace {

using AuthTelegram = AuthTest;
using AuthTon = AuthTest;

TEST_F(AuthTelegram, ExchangesInitDataForSession) {
  Start();
  const std::string response = SignInByTelegram();
  ASSERT_EQ(StatusOf(response), 200) << response;
  EXPECT_EQ(HeaderOf(response, "Cache-Control"), "no-store");
  const auto json = Json(response);
  EXPECT_EQ(Text(json, "token_type"), "Bearer");
  EXPECT_EQ(json.at("created"), true);
  EXPECT_EQ(json.at("user").at("telegram").at("id"), 42);
  EXPECT_EQ(json.at("session").at("amr").at(0), "tg_init");

  const auto token =
      token::VerifyAccessToken(Text(json, "access_token"), Keys()->published(), kAuthSite,
                               kAuthSite, std::chrono::seconds(UnixNow()));
  ASSERT_TRUE(token) << token.error().words;
  EXPECT_EQ(token->subject, UserOf(response));
  EXPECT_EQ(token->telegram->id, 42);
  EXPECT_EQ(token->telegram->bot, telegram::test::kBotId);
  EXPECT_FALSE(token->ton);
  EXPECT_TRUE(token->more.empty());
}

TEST_F(AuthTelegram, MapsTelegramUserToOneUser) {
  settings_.auth.telegram_replay = "allow";
  Start();
  const std::string first = SignInByTelegram(42);
  const std::string again = SignInByTelegram(42);
  EXPECT_EQ(UserOf(first), UserOf(again));
  EXPECT_EQ(Json(again).at("created"), false);
  EXPECT_NE(UserOf(first), UserOf(SignInByTelegram(43)));
}

TEST_F(AuthTelegram, AcceptsInitDataInBody) {
  Start();
  const auto body = boost::json::serialize(boost::json::object{{"init_data", InitData()}});
  EXPECT_EQ(Outcome(Post("/auth/telegram", body)), "200");
  EXPECT_EQ(Outcome(Post("/auth/telegram", "{}")), "400 init_data_malformed");
  EXPECT_EQ(Outcome(Post("/auth/telegram", "{\"init_data\":")), "400 init_data_malformed");
  EXPECT_EQ(Outcome(Post("/auth/telegram")), "400 init_data_malformed");
}

TEST_F(AuthTelegram, ReturnsCodeForEachRejection) {
  Start();
  const auto refused = [this](const std::string& raw) {
    return Outcome(Post("/auth/telegram", {}, "Authorization: tma " + raw + "\r\n"));
  };
  const std::string now = std::to_string(UnixNow());
  const std::string user = R"({"id":42,"first_name":"A"})";
  const auto made = [&](const std::string& when) {
    return telegram::test::Hashed({{"auth_date", when}, {"user", user}});
  };
  EXPECT_EQ(refused(made(now)), "200");
  EXPECT_EQ(refused(made("1790000000")), "401 init_data_expired");
  EXPECT_EQ(refused(made(std::to_string(UnixNow() + 3'600))), "401 init_data_future");
  EXPECT_EQ(refused(telegram::test::Hashed({{"auth_date", now}, {"user", user}}, "7:other")),
            "401 init_data_signature");
  EXPECT_EQ(refused(made(now) + "&auth_date=" + now), "400 init_data_duplicate_key");
  EXPECT_EQ(refused(telegram::test::Hashed({{"auth_date", now}, {"query_id", "A"}})),
            "401 init_data_without_user");
  EXPECT_EQ(refused("x"), "400 init_data_malformed");
}

TEST_F(AuthTelegram, BindsInitDataToDpopKey) {
  Start();
  PageKey key;
  PageKey other;
  const std::string raw = "Authorization: tma " + InitData() + "\r\n";
  const auto with = [&](PageKey& page) {
    return Post("/auth/telegram", {}, raw + page.Header("POST", "/auth/telegram", UnixNow()));
  };
  const std::string signed_in = with(key);
  EXPECT_EQ(Text(Json(signed_in), "token_type"), "DPoP");
  EXPECT_EQ(Outcome(with(key)), "200");
  EXPECT_EQ(Outcome(with(other)), "401 init_data_bound");
  EXPECT_EQ(Outcome(Post("/auth/telegram", {}, raw)), "401 init_data_bound");
}

TEST_F(AuthTelegram, AllowsLinkingInitDataWithSameDpopKey) {
  Start();
  PageKey key;
  const std::string launch = InitData(42);
  const auto proof = [&](const std::string& token = {}) {
    return key.Header("POST", "/auth/telegram", UnixNow(), token);
  };
  ASSERT_EQ(StatusOf(Post("/auth/telegram", {}, "Authorization: tma " + launch + "\r\n" + proof())),
            200);
  const std::string wallet =
      Post("/auth/ton", Proof(NewChallenge()), key.Header("POST", "/auth/ton", UnixNow()));
  const std::string token = Text(Json(wallet), "access_token");
  const auto body = boost::json::serialize(boost::json::object{{"init_data", launch}});
  const std::string linked =
      Post("/auth/telegram", body, "Authorization: DPoP " + token + "\r\n" + proof(token));
  // Not init_data_bound: the only problem is that another user has the identity.
  EXPECT_EQ(Outcome(linked), "409 identity_in_use");
}

TEST_F(AuthTelegram, RejectsReplayIfConfigured) {
  settings_.auth.telegram_replay = "once";
  Start();
  const std::string raw = "Authorization: tma " + InitData() + "\r\n";
  EXPECT_EQ(Outcome(Post("/auth/telegram", {}, raw)), "200");
  EXPECT_EQ(Outcome(Post("/auth/telegram", {}, raw)), "401 init_data_used");
}

TEST_F(AuthTelegram, RequiresDpopIfConfigured) {
  settings_.auth.dpop = "required";
  Start();
  EXPECT_EQ(Outcome(SignInByTelegram()), "400 dpop_required");
  PageKey key;
  EXPECT_EQ(Outcome(SignInByTelegram(42, key.Header("POST", "/auth/telegram", UnixNow()))), "200");
}

TEST_F(AuthTelegram, RejectsDpopProofOfOtherRequestOrReplay) {
  Start();
  PageKey key;
  EXPECT_EQ(Outcome(SignInByTelegram(42, key.Header("POST", "/auth/ton", UnixNow()))),
            "401 dpop_invalid");
  EXPECT_EQ(Outcome(SignInByTelegram(42, key.Header("GET", "/auth/telegram", UnixNow()))),
            "401 dpop_invalid");
  const std::string header = key.Header("POST", "/auth/telegram", UnixNow());
  EXPECT_EQ(Outcome(SignInByTelegram(42, header)), "200");
  EXPECT_EQ(Outcome(SignInByTelegram(43, header)), "401 dpop_invalid");
}

TEST_F(AuthTelegram, IsNotConfiguredWithoutBots) {
  settings_.auth.telegram_tokens_file.clear();
  Start();
  EXPECT_EQ(Outcome(SignInByTelegram()), "404 not_configured");
}

TEST_F(AuthTon, ExchangesProofForSession) {
  Start();
  const std::string response = Post("/auth/ton", Proof(NewChallenge()));
  ASSERT_EQ(StatusOf(response), 200) << response;
  const auto json = Json(response);
  EXPECT_EQ(json.at("created"), true);
  EXPECT_EQ(json.at("session").at("amr").at(0), "ton_proof");
  const auto& wallet = json.at("user").at("wallets").at(0);
  EXPECT_EQ(wallet.at("address"),
            "0:515816e1d7d9e4ba197d4db4584668ca6ebc62a506522e0022440e62685b9bc1");
  EXPECT_EQ(wallet.at("network"), "-239");
  EXPECT_EQ(json.at("user").at("telegram"), nullptr);
}

TEST_F(AuthTon, RejectsUsedChallenge) {
  Start();
  const std::string challenge = NewChallenge();
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(challenge))), "200");
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(challenge))), "409 challenge_used");
}

TEST_F(AuthTon, ConsumesChallengeBeforeVerifyingSignature) {
  Start();
  const std::string challenge = NewChallenge();
  std::string forged = Proof(challenge);
  const auto signature = forged.find("\"signature\":\"") + 13;
  forged[signature] = forged[signature] == 'A' ? 'B' : 'A';
  EXPECT_EQ(Outcome(Post("/auth/ton", forged)), "401 signature_mismatch");
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(challenge))), "409 challenge_used");
}

TEST_F(AuthTon, RejectsForeignChallenge) {
  Start();
  std::string changed = NewChallenge();
  changed[10] = changed[10] == 'A' ? 'B' : 'A';
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(changed))), "401 challenge_foreign");
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof("hello"))), "401 challenge_foreign");
}

TEST_F(AuthTon, RejectsExpiredChallenge) {
  Start();
  const std::string challenge = NewChallenge();
  clock_.Step(Millis(599'000));
  const std::string in_time = Proof(challenge);
  clock_.Step(Millis(2'000));
  EXPECT_EQ(Outcome(Post("/auth/ton", in_time)), "401 challenge_expired");
}

TEST_F(AuthTon, ReturnsCodeForEachRejection) {
  Start();
  const auto refused = [this](const std::function<void(ton::ProofRequest&)>& change) {
    return Outcome(Post("/auth/ton", Proof(NewChallenge(), "valid-v3r2-mainnet", change)));
  };
  EXPECT_EQ(refused([](auto& request) {
              request.domain = "evil.example.org";
              request.domain_length = request.domain.size();
            }),
            "401 domain_not_allowed");
  EXPECT_EQ(refused([](auto& request) { request.domain_length = 1; }),
            "401 domain_length_mismatch");
  EXPECT_EQ(refused([](auto& request) { request.network = 662387; }), "401 network_not_allowed");
  EXPECT_EQ(refused([](auto& request) { request.timestamp -= 901; }), "401 expired");
  EXPECT_EQ(refused([](auto& request) { request.timestamp += 400; }), "401 timestamp_in_future");
  EXPECT_EQ(refused([](auto& request) { request.address = "0:00"; }), "401 address_malformed");
  EXPECT_EQ(refused([](auto& request) { request.public_key = std::string(64, 'a'); }),
            "401 public_key_mismatch");
  // An attack from the examples: another user's address with the attacker's key.
  EXPECT_EQ(refused([](auto& request) {
              request.address =
                  "0:0000000000000000000000000000000000000000000000000000000000000001";
            }),
            "401 address_mismatch");
  EXPECT_EQ(Outcome(Post("/auth/ton", "{}")), "400 request_malformed");
  EXPECT_EQ(Outcome(Post("/auth/ton", "[]")), "400 request_malformed");
  std::string twice = Proof(NewChallenge());
  twice.insert(1, R"("link":false,"link":true,)");
  EXPECT_EQ(Outcome(Post("/auth/ton", twice)), "400 request_malformed")
      << "a body has one meaning: a member that stands twice is refused";
}

TEST_F(AuthTon, ReportsWalletWithoutProofSupport) {
  Start();
  const std::string body =
      R"({"address":"0:515816e1d7d9e4ba197d4db4584668ca6ebc62a506522e0022440e62685b9bc1",)"
      R"("network":"-239","proof":{"name":"ton_proof","error":{"code":400,"message":"no"}}})";
  EXPECT_EQ(Outcome(Post("/auth/ton", body)), "400 proof_not_supported");
}

TEST_F(AuthTon, BindsChallengeToDpopKey) {
  Start();
  PageKey key;
  PageKey other;
  const auto header = [&](PageKey& page, const std::string& path) {
    return page.Header("POST", path, UnixNow());
  };
  const std::string bound = NewChallenge(header(key, "/auth/ton/challenge"));
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(bound))), "401 challenge_foreign");
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(bound), header(other, "/auth/ton"))),
            "401 challenge_foreign");
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(bound), header(key, "/auth/ton"))), "200");
}

TEST_F(AuthTon, LinksWalletToSessionOfRequest) {
  Start();
  const std::string signed_in = SignInByTelegram();
  const std::string linked = Post("/auth/ton", Proof(NewChallenge()), Bearer(signed_in));
  ASSERT_EQ(StatusOf(linked), 200) << linked;
  EXPECT_EQ(UserOf(linked), UserOf(signed_in));
  EXPECT_EQ(Json(linked).at("user").at("identities").as_array().size(), 2U);
  EXPECT_FALSE(Json(linked).contains("refresh_token"));
  // Signing in with only the wallet now gives the same user.
  EXPECT_EQ(UserOf(Post("/auth/ton", Proof(NewChallenge()))), UserOf(signed_in));
}

TEST_F(AuthTon, MergesUsersOnlyOnRequest) {
  Start();
  const std::string wallet = Post("/auth/ton", Proof(NewChallenge()));
  const std::string telegram = SignInByTelegram();
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(NewChallenge()), Bearer(telegram))),
            "409 identity_in_use");
  std::string merging = Proof(NewChallenge());
  merging.insert(1, "\"merge\":true,");
  const std::string merged = Post("/auth/ton", merging, Bearer(telegram));
  EXPECT_EQ(UserOf(merged), UserOf(telegram));
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(wallet))), "401 session_revoked");
}

TEST_F(AuthTon, RequiresFreshProofToMerge) {
  Start();
  (void)Post("/auth/ton", Proof(NewChallenge()));
  const std::string telegram = SignInByTelegram();
  clock_.Step(Millis(301'000));
  std::string merging = Proof(NewChallenge());
  merging.insert(1, "\"merge\":true,");
  EXPECT_EQ(Outcome(Post("/auth/ton", merging, Bearer(telegram))), "403 step_up_required");
}

TEST_F(AuthTon, IsNotConfiguredWithoutDomains) {
  settings_.auth.ton_domains.clear();
  Start();
  EXPECT_EQ(Outcome(Post("/auth/ton/challenge")), "404 not_configured");
  EXPECT_EQ(Outcome(Post("/auth/ton", "{}")), "404 not_configured");
}

TEST_F(AuthTon, RejectsUsedChallengeAfterRestart) {
  FixtureTree data;
  data_ = data.path();
  Start();
  const std::string challenge = NewChallenge();
  const std::string proof = Proof(challenge);
  EXPECT_EQ(Outcome(Post("/auth/ton", proof)), "200");
  Stop();
  Start();
  EXPECT_EQ(Outcome(Post("/auth/ton", proof)), "409 challenge_used");
}

}  // namespace
}  // namespace prichal::signin

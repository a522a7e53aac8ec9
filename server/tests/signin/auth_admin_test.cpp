// User administration over the admin listener's sockets.

#include "ops/metrics/admin_handler.h"
#include "tests/fixtures/auth_events_fixture.h"

namespace prichal::signin {
namespace {

class AuthAdminTest : public AuthEventsTest {
 protected:
  /// Adds the admin listener.
  void Listen() override {
    AuthEventsTest::Listen();
    const auto admin =
        server_->Listen({.listen = "127.0.0.1:0",
                         .handler =
                             [this](http::Loop&) {
                               auto handler = std::make_unique<ops::AdminHandler>(
                                   draining_, [] { return true; }, [] { return std::string(); });
                               handler->ServeAuth(service_->MakeAdmin());
                               return handler;
                             },
                         .admin = true});
    admin_ = admin.value();
  }

  [[nodiscard]] std::string Admin(const std::string& method, const std::string& path,
                                  const std::string& lines = {}) const {
    return RawClient(admin_).Ask(method + " /admin/auth/users" + path +
                                 " HTTP/1.1\r\nHost: " + admin_ + "\r\n" + lines + "\r\n");
  }

  [[nodiscard]] std::string Introspect(const std::string& form, const std::string& lines = {},
                                       const std::string& method = "POST") const {
    return RawClient(admin_).Ask(method + " /admin/auth/introspect HTTP/1.1\r\nHost: " + admin_ +
                                 "\r\n" + lines + "Content-Length: " + std::to_string(form.size()) +
                                 "\r\n\r\n" + form);
  }

  std::atomic<bool> draining_ = false;
  std::string admin_;
};

TEST_F(AuthAdminTest, FindsUserByIdentity) {
  Start();
  const auto by_telegram = SignInByTelegram(42);
  const auto by_wallet = Post("/auth/ton", Proof(NewChallenge()));
  EXPECT_EQ(BodyOf(Admin("GET", "?telegram=42")), R"({"sub":")" + UserOf(by_telegram) + "\"}\n");
  EXPECT_EQ(Outcome(Admin("GET", "?telegram=43")), "404 user_unknown");
  const std::string wallet =
      Text(Json(by_wallet).at("user").at("wallets").at(0).as_object(), "address");
  const std::string found = R"({"sub":")" + UserOf(by_wallet) + "\"}\n";
  EXPECT_EQ(BodyOf(Admin("GET", "?ton=" + wallet)), found);
  EXPECT_EQ(BodyOf(Admin("GET", "?ton=" + wallet + "&network=-239")), found);
  EXPECT_EQ(Outcome(Admin("GET", "?ton=" + wallet + "&network=-3")), "404 user_unknown");
  for (const char* query : {"", "?telegram=", "?telegram=4x", "?ton=0:12", "?ton=", "?name=Anna"}) {
    EXPECT_EQ(Outcome(Admin("GET", query)), "400 query_malformed") << query;
  }
}

TEST_F(AuthAdminTest, RevokesAllSessionsOfAUser) {
  Start();
  const auto first = SignInByTelegram();
  const auto second = SignInByTelegram();
  const auto other = SignInByTelegram(43);
  const auto revoked = Admin("POST", "/" + UserOf(first) + "/revoke");
  EXPECT_EQ(StatusOf(revoked), 200);
  EXPECT_EQ(Text(Json(revoked), "sub"), UserOf(first));
  EXPECT_EQ(Json(revoked).at("sessions").as_array().size(), 2U);
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(first))), "401 session_revoked");
  EXPECT_EQ(Outcome(Renew(second)), "401 session_revoked");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(other))), "200");
  EXPECT_EQ(UserOf(SignInByTelegram()), UserOf(first)) << "he may come again";
  const auto told = Told("session.revoked", 8);
  ASSERT_EQ(told.size(), 2U);
  for (const auto& data : told) EXPECT_EQ(Text(data, "reason"), "operator");
  for (const auto& line : Audit("session.revoked")) EXPECT_EQ(Text(line, "by"), "operator");
}

TEST_F(AuthAdminTest, DeletesUser) {
  Start();
  const auto signed_in = SignInByTelegram();
  const std::string user = UserOf(signed_in);
  const auto forgotten = Admin("POST", "/" + user + "/forget");
  EXPECT_EQ(BodyOf(forgotten),
            R"({"sub":")" + user + R"(","sessions":[")" + SessionOf(signed_in) + "\"]}\n");
  EXPECT_EQ(Outcome(Admin("GET", "?telegram=42")), "404 user_unknown");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(signed_in))), "401 session_revoked");
  EXPECT_EQ(OnlyTold("user.forgotten", 4), (boost::json::object{{"user", user}}));
  EXPECT_EQ(Text(OnlyTold("session.revoked", 4), "reason"), "forgotten");
  const auto again = SignInByTelegram();
  EXPECT_NE(UserOf(again), user) << "he comes for the first time";
  EXPECT_EQ(Outcome(Admin("POST", "/" + user + "/forget")), "200") << "whoever was there";
}

TEST_F(AuthAdminTest, RejectsBrowserAndMalformedRequests) {
  Start();
  const auto signed_in = SignInByTelegram();
  const std::string revoke = "/" + UserOf(signed_in) + "/revoke";
  EXPECT_EQ(Outcome(Admin("POST", revoke, "Origin: https://a.example\r\n")),
            "403 origin_not_allowed");
  EXPECT_EQ(Outcome(Admin("POST", revoke, "Origin: null\r\n")), "403 origin_not_allowed");
  EXPECT_EQ(Outcome(Admin("GET", revoke)), "405 method_not_allowed");
  EXPECT_EQ(Outcome(Admin("POST", "?telegram=42")), "405 method_not_allowed");
  EXPECT_EQ(Outcome(Admin("POST", "/" + UserOf(signed_in) + "/delete")), "404 not_found");
  EXPECT_EQ(Outcome(Admin("POST", "/" + UserOf(signed_in))), "404 not_found");
  EXPECT_EQ(Outcome(Admin("POST", "/u_none/revoke")), "400 user_malformed");
  EXPECT_EQ(StatusOf(RawClient(admin_).Ask("POST /admin/auth/users" + revoke +
                                           " HTTP/1.1\r\nHost: evil.example\r\n\r\n")),
            421);
  EXPECT_EQ(Outcome(Ask("POST", "/admin/auth/users" + revoke)), "404 not_found") << "on the site";
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(signed_in))), "200");
}

/// Without auth.introspection_secret_file.
TEST_F(AuthAdminTest, IntrospectsTokens) {
  Start();
  const auto signed_in = SignInByTelegram();
  for (const char* kind : {"access_token", "refresh_token"}) {
    const auto told = Json(Introspect("token=" + Text(Json(signed_in), kind)));
    EXPECT_TRUE(told.contains("active") && told.at("active") == true) << kind;
    EXPECT_EQ(Text(told, "sub"), UserOf(signed_in));
    EXPECT_EQ(Text(told, "sid"), SessionOf(signed_in));
  }
  const std::string form = "token=" + Text(Json(signed_in), "access_token");
  EXPECT_EQ(BodyOf(Introspect("token=x")), "{\"active\":false}\n");
  EXPECT_EQ(Outcome(Introspect("x=y")), "400 token_absent");
  EXPECT_EQ(Outcome(Introspect({}, {}, "GET")), "405 method_not_allowed");
  EXPECT_EQ(Outcome(Introspect(form, "Origin: " + kAuthSite + "\r\n")), "403 origin_not_allowed");
  EXPECT_EQ(StatusOf(Introspect(std::string(16UL * 1024 + 1, 'a'))), 413);
  (void)Admin("POST", "/" + UserOf(signed_in) + "/revoke");
  EXPECT_EQ(BodyOf(Introspect(form)), "{\"active\":false}\n");
}

/// Each request visits another loop and returns, so many are sent at once.
TEST_F(AuthAdminTest, AnswersManyRequestsInSequence) {
  Start();
  const auto signed_in = SignInByTelegram();
  RawClient client(admin_);
  const std::string ask =
      "GET /admin/auth/users?telegram=42 HTTP/1.1\r\nHost: " + admin_ + "\r\n\r\n";
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(BodyOf(client.Ask(ask)), R"({"sub":")" + UserOf(signed_in) + "\"}\n");
  }
}

using AuthForget = AuthEventsTest;

TEST_F(AuthForget, DeletesOwnUserWithFreshProof) {
  Start();
  const auto signed_in = SignInByTelegram();
  clock_.Step(Millis(300'001));
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/user", Bearer(signed_in))), "403 step_up_required");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(signed_in))), "200");
  const auto fresh = SignInByTelegram();
  ASSERT_EQ(UserOf(fresh), UserOf(signed_in));
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/user", Bearer(fresh))), "204");
  for (const auto& each : {signed_in, fresh}) {
    EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(each))), "401 session_revoked");
  }
  EXPECT_NE(UserOf(SignInByTelegram()), UserOf(fresh));
  EXPECT_EQ(OnlyTold("user.forgotten", 8),
            (boost::json::object{{"user", UserOf(fresh)},
                                 {"before", boost::json::array{"telegram:42"}},
                                 {"proof", "telegram:42"}}));
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/user")), "401 no_session");
}

TEST_F(AuthForget, RejectsProofOfWalletLinkedLater) {
  Start();
  ASSERT_EQ(Outcome(Post("/auth/ton", Proof(NewChallenge()), Bearer(SignInByTelegram()))), "200");
  const std::string by_wallet = Post("/auth/ton", Proof(NewChallenge()));
  const std::string refused = Ask("DELETE", "/auth/user", Bearer(by_wallet));
  EXPECT_EQ(Outcome(refused), "403 step_up_required");
  EXPECT_EQ(boost::json::serialize(Json(refused)["present"]), R"(["telegram:42"])");
}

}  // namespace
}  // namespace prichal::signin

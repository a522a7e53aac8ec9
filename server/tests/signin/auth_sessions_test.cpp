// Lifecycle of sessions: refresh, sign-out, several sessions of one user, and authorization.

#include <gtest/gtest.h>

#include <string>

#include "tests/fixtures/auth_fixture.h"

namespace prichal::signin {
namespace {

using AuthSessions = AuthTest;
using AuthPages = AuthTest;

TEST_F(AuthSessions, ReturnsSessionToItsOwner) {
  Start();
  const std::string signed_in = SignInByTelegram();
  const std::string told = Ask("GET", "/auth/session", Bearer(signed_in));
  EXPECT_EQ(StatusOf(told), 200);
  EXPECT_EQ(UserOf(told), UserOf(signed_in));
  EXPECT_FALSE(Json(told).contains("access_token"));
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session")), "401 no_session");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", "Authorization: Bearer x.y.z\r\n")),
            "401 token_invalid");
}

TEST_F(AuthSessions, RejectsExpiredAccessToken) {
  Start();
  const std::string signed_in = SignInByTelegram();
  clock_.Step(Millis(590'000));
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(signed_in))), "200");
  clock_.Step(Millis(20'000));
  const std::string late = Ask("GET", "/auth/session", Bearer(signed_in));
  EXPECT_EQ(Outcome(late), "401 token_expired");
  EXPECT_NE(HeaderOf(late, "WWW-Authenticate").value_or("").find("invalid_token"),
            std::string::npos);
}

TEST_F(AuthSessions, EndsSessionWhenRefreshTokenIsReused) {
  Start();
  const std::string first = SignInByTelegram();
  const std::string second = Renew(first);
  EXPECT_EQ(Outcome(second), "200");
  EXPECT_EQ(UserOf(second), UserOf(first));
  const std::string third = Renew(second);
  EXPECT_EQ(Outcome(third), "200");
  clock_.Step(Millis(11'000));
  // If a refresh token is used twice, one of its two owners is an attacker.
  EXPECT_EQ(Outcome(Renew(second)), "401 refresh_reused");
  EXPECT_EQ(Outcome(Renew(third)), "401 session_revoked");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(third))), "401 session_revoked");
}

TEST_F(AuthSessions, ReturnsSameSuccessorToTwoTabs) {
  Start();
  const std::string first = SignInByTelegram();
  const std::string one = Renew(first);
  const std::string other = Renew(first);
  EXPECT_EQ(Outcome(other), "200");
  EXPECT_EQ(Text(Json(one), "refresh_token"), Text(Json(other), "refresh_token"));
  EXPECT_EQ(Outcome(Renew(other)), "200");
}

TEST_F(AuthSessions, RejectsForgedRefreshTokens) {
  Start();
  const std::string signed_in = SignInByTelegram();
  EXPECT_EQ(Outcome(Post("/auth/refresh", R"({"refresh_token":"AAAA"})")), "401 token_invalid");
  EXPECT_EQ(Outcome(Post("/auth/refresh", "{}")), "401 no_session");
  EXPECT_EQ(Outcome(Renew(signed_in)), "200");
}

TEST_F(AuthSessions, EndsSessionAtIdleLimit) {
  settings_.auth.refresh_idle = Millis(60'000);
  Start();
  const std::string signed_in = SignInByTelegram();
  clock_.Step(Millis(61'000));
  EXPECT_EQ(Outcome(Renew(signed_in)), "401 session_revoked");
}

TEST_F(AuthSessions, RejectsBoundTokenWithOtherKey) {
  Start();
  PageKey key;
  PageKey thief;
  const std::string signed_in =
      SignInByTelegram(42, key.Header("POST", "/auth/telegram", UnixNow()));
  const std::string token = Text(Json(signed_in), "access_token");
  const auto with = [&](PageKey& page, const std::string& scheme) {
    return Outcome(Ask("GET", "/auth/session",
                       "Authorization: " + scheme + " " + token + "\r\n" +
                           page.Header("GET", "/auth/session", UnixNow(), token)));
  };
  EXPECT_EQ(with(key, "DPoP"), "200");
  EXPECT_EQ(with(thief, "DPoP"), "401 dpop_required");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(signed_in))), "401 dpop_required");
  EXPECT_EQ(Outcome(Renew(signed_in)), "401 dpop_required");
  EXPECT_EQ(Outcome(Renew(signed_in, thief.Header("POST", "/auth/refresh", UnixNow()))),
            "401 dpop_required");
  EXPECT_EQ(Outcome(Renew(signed_in, key.Header("POST", "/auth/refresh", UnixNow()))), "200");
}

TEST_F(AuthSessions, SignsOutOneOrAllSessions) {
  settings_.auth.telegram_replay = "allow";
  Start();
  const std::string one = SignInByTelegram();
  const std::string two = SignInByTelegram();
  const std::string three = SignInByTelegram();
  EXPECT_EQ(StatusOf(Post("/auth/logout", {}, Bearer(one))), 204);
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(one))), "401 session_revoked");
  EXPECT_EQ(Outcome(Renew(one)), "401 session_revoked");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(two))), "200");
  EXPECT_EQ(StatusOf(Post("/auth/logout", R"({"all":true})", Bearer(two))), 204);
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(three))), "401 session_revoked");
}

TEST_F(AuthSessions, ListsAndEndsOtherSessionsOfUser) {
  settings_.auth.telegram_replay = "allow";
  Start();
  const std::string one = SignInByTelegram();
  const std::string two = SignInByTelegram();
  const std::string stranger = SignInByTelegram(43);
  const auto sessions = Json(Ask("GET", "/auth/sessions", Bearer(one))).at("sessions").as_array();
  ASSERT_EQ(sessions.size(), 2U);
  const auto id_of = [](const std::string& signed_in) {
    return std::string(Json(signed_in).at("session").at("id").as_string());
  };
  for (const auto& session : sessions) {
    EXPECT_EQ(session.at("current").as_bool(), session.at("id").as_string() == id_of(one));
  }
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/sessions/" + id_of(stranger), Bearer(one))),
            "404 session_unknown");
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/sessions/x", Bearer(one))), "404 session_unknown");
  EXPECT_EQ(StatusOf(Ask("DELETE", "/auth/sessions/" + id_of(two), Bearer(one))), 204);
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(two))), "401 session_revoked");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", Bearer(stranger))), "200");
}

TEST_F(AuthSessions, UnlinksIdentitiesExceptLast) {
  Start();
  const std::string signed_in = SignInByTelegram();
  (void)Post("/auth/ton", Proof(NewChallenge()), Bearer(signed_in));
  const auto unlink = [&](const std::string& name) {
    return Outcome(Ask("DELETE", "/auth/identities/" + name, Bearer(signed_in)));
  };
  EXPECT_EQ(unlink("telegram:43"), "404 identity_unknown");
  EXPECT_EQ(unlink("nonsense"), "404 identity_unknown");
  clock_.Step(Millis(2'000));
  (void)ProveTelegram(Bearer(signed_in));
  EXPECT_EQ(unlink("telegram%3A42"), "204");
  (void)Post("/auth/ton", Proof(NewChallenge()), Bearer(signed_in));
  EXPECT_EQ(unlink("ton:-239:0:515816e1d7d9e4ba197d4db4584668ca6ebc62a506522e0022440e62685b9bc1"),
            "409 identity_last");
}

TEST_F(AuthSessions, RequiresStepUpForAccountChanges) {
  Start();
  const std::string victim = SignInByTelegram();
  clock_.Step(Millis(301'000));
  const auto link = [&] { return Post("/auth/ton", Proof(NewChallenge()), Bearer(victim)); };
  const std::string refused = link();
  EXPECT_EQ(Outcome(refused), "403 step_up_required");
  EXPECT_EQ(boost::json::serialize(Json(refused)["present"]), R"(["telegram:42"])");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/verify?max_age=300", Bearer(victim))), "403 proof_too_old");
  EXPECT_EQ(Outcome(Post("/auth/logout", R"({"all":true})", Bearer(victim))),
            "403 step_up_required");
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/user", Bearer(victim))), "403 step_up_required");
  EXPECT_NE(UserOf(Post("/auth/ton", Proof(NewChallenge()))), UserOf(victim)) << "the thief";
  EXPECT_EQ(UserOf(SignInByTelegram()), UserOf(victim));
}

TEST_F(AuthSessions, RejectsLinkAsProofForEarlierIdentity) {
  Start();
  const std::string signed_in = SignInByTelegram();
  clock_.Step(Millis(200'000));
  ASSERT_EQ(Outcome(Post("/auth/ton", Proof(NewChallenge()), Bearer(signed_in))), "200");
  const auto unlink_telegram = [&] {
    return Ask("DELETE", "/auth/identities/telegram:42", Bearer(signed_in));
  };
  // Telegram's proof is recent, but older than the link.
  EXPECT_EQ(Outcome(unlink_telegram()), "403 step_up_required");
  clock_.Step(Millis(150'000));
  EXPECT_EQ(Outcome(Ask("GET", "/auth/verify?max_age=300", Bearer(signed_in))), "403 proof_too_old")
      << "the link is no proof of who was there before";
  EXPECT_EQ(Outcome(unlink_telegram()), "403 step_up_required");
  EXPECT_EQ(Outcome(ProveTelegram(Bearer(signed_in))), "200");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/verify?max_age=300", Bearer(signed_in))), "204");
  EXPECT_EQ(Outcome(unlink_telegram()), "204");
}

TEST_F(AuthSessions, DatesProofByInitData) {
  Start();
  const std::string made = InitData();
  clock_.Step(Millis(400'000));
  const std::string late = Post("/auth/telegram", {}, "Authorization: tma " + made + "\r\n");
  ASSERT_EQ(Outcome(late), "200");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/verify?max_age=300", Bearer(late))), "403 proof_too_old");
  EXPECT_EQ(Outcome(Post("/auth/ton", Proof(NewChallenge()), Bearer(late))),
            "403 step_up_required");
}

TEST_F(AuthSessions, SetsCookiesOnRequest) {
  settings_.auth.cookie = "lax";
  Start();
  const std::string ours = "Origin: " + kAuthSite + "\r\n";
  const std::string response =
      Post("/auth/telegram?cookie=1", {}, "Authorization: tma " + InitData() + "\r\n" + ours);
  ASSERT_EQ(StatusOf(response), 200) << response;
  EXPECT_FALSE(Json(response).contains("access_token"));
  EXPECT_FALSE(Json(response).contains("refresh_token"));
  const auto cookie = [&](const std::string& set, const std::string& name) {
    const auto at = set.find("Set-Cookie: " + name + "=");
    return set.substr(at + 12, set.find(';', at) - at - 12);
  };
  // The session started some milliseconds ago.
  EXPECT_NE(response.find("Path=/; Max-Age=604"), std::string::npos) << response;
  EXPECT_NE(response.find("; Secure; HttpOnly; SameSite=Lax\r\n"), std::string::npos) << response;
  const std::string session = "Cookie: a=b; " + cookie(response, "__Host-prichal") + "\r\n";
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", session)), "200");
  const std::string refresh = "Cookie: " + cookie(response, "__Secure-prichal-refresh") + "\r\n";
  EXPECT_EQ(Outcome(Post("/auth/refresh?cookie=1", {}, refresh + ours)), "200");
  // A foreign page's request carries the cookies too.
  EXPECT_EQ(Outcome(Post("/auth/logout", {}, session)), "403 foreign_page");
  EXPECT_EQ(Outcome(Post("/auth/logout", {}, session + "Sec-Fetch-Site: cross-site\r\n")),
            "403 foreign_page");
  EXPECT_EQ(StatusOf(Post("/auth/logout", {}, session + "Sec-Fetch-Site: same-origin\r\n")), 204);
  EXPECT_EQ(Outcome(Ask("GET", "/auth/session", session)), "401 session_revoked");
}

TEST_F(AuthSessions, LinksByCookieOnlyOnExplicitRequest) {
  settings_.auth.cookie = "lax";
  Start();
  const std::string ours = "Origin: " + kAuthSite + "\r\n";
  const std::string response =
      Post("/auth/telegram?cookie=1", {}, "Authorization: tma " + InitData() + "\r\n" + ours);
  const auto at = response.find("__Host-prichal=");
  const std::string cookie =
      "Cookie: " + response.substr(at, response.find(';', at) - at) + "\r\n" + ours;
  EXPECT_NE(UserOf(Post("/auth/ton", Proof(NewChallenge()), cookie)), UserOf(response));
  std::string linking = Proof(NewChallenge(), "valid-v5r1-mainnet");
  linking.insert(1, "\"link\":true,");
  EXPECT_EQ(UserOf(Post("/auth/ton", linking, cookie)), UserOf(response));
}

TEST_F(AuthPages, AllowsOnlyConfiguredOrigins) {
  settings_.auth.origins = {"https://shop.example.org"};
  Start();
  for (const auto& page : {kAuthSite, std::string("https://shop.example.org")}) {
    const std::string response = SignInByTelegram(42, "Origin: " + page + "\r\n");
    EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), page);
    EXPECT_EQ(StatusOf(response), 200);
  }
  const std::string refused = SignInByTelegram(42, "Origin: https://evil.example\r\n");
  EXPECT_EQ(Outcome(refused), "403 origin_not_allowed");
  EXPECT_FALSE(HeaderOf(refused, "Access-Control-Allow-Origin"));
  EXPECT_EQ(HeaderOf(refused, "Vary"), "Origin");
}

TEST_F(AuthPages, AllowsPreflightsOnlyOfConfiguredOrigins) {
  Start();
  const std::string ours = Ask("OPTIONS", "/auth/ton", "Origin: " + kAuthSite + "\r\n");
  EXPECT_EQ(StatusOf(ours), 204);
  EXPECT_EQ(HeaderOf(ours, "Access-Control-Max-Age"), "86400");
  EXPECT_NE(HeaderOf(ours, "Access-Control-Allow-Headers").value_or("").find("DPoP"),
            std::string::npos);
  const std::string theirs = Ask("OPTIONS", "/auth/ton", "Origin: https://evil.example\r\n");
  EXPECT_FALSE(HeaderOf(theirs, "Access-Control-Allow-Origin"));
  EXPECT_FALSE(HeaderOf(theirs, "Access-Control-Allow-Methods"));
}

TEST_F(AuthPages, RejectsMethodBeforeBody) {
  Start();
  const auto ask = [&](const std::string& request_line, const char* length) {
    return RawClient(address_).Ask(
        request_line + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + "\r\n\r\n");
  };
  const std::string session = ask("POST /auth/session", "2");
  EXPECT_EQ(Outcome(session), "405 method_not_allowed");
  EXPECT_EQ(HeaderOf(session, "Allow"), "OPTIONS, GET");
  EXPECT_EQ(Outcome(ask("POST /auth/nothing", "70000")), "404 not_found");
  EXPECT_EQ(StatusOf(ask("POST /auth/ton", "70000")), 413);
}

TEST_F(AuthPages, ReportsUnknownPathsAsProblemJson) {
  Start();
  const std::string unknown = Ask("GET", "/auth/nothing");
  EXPECT_EQ(Outcome(unknown), "404 not_found");
  EXPECT_EQ(HeaderOf(unknown, "Content-Type"), "application/problem+json");
  EXPECT_EQ(Outcome(Ask("GET", "/auth/ton")), "405 method_not_allowed");
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/sessions/a/b")), "404 not_found");
}

}  // namespace
}  // namespace prichal::signin

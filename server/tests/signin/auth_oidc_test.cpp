// GET /auth/telegram/start and /callback: redirects a browser to Telegram and signs it in when it
// returns.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "http/codec/request.h"
#include "tests/fixtures/issuer_fixture.h"

namespace prichal::signin {
namespace {

/// A minimal cookie store of a browser.
class CookieJar {
 public:
  void Take(const std::string& response) {
    constexpr std::string_view kName = "\r\nSet-Cookie: ";
    for (auto at = response.find(kName); at != std::string::npos;
         at = response.find(kName, at + 1)) {
      const std::string line =
          response.substr(at + kName.size(), response.find('\r', at + 2) - at - kName.size());
      const std::string pair = line.substr(0, line.find(';'));
      const auto equals = pair.find('=');
      if (line.find("Max-Age=0") != std::string::npos) {
        cookies_.erase(pair.substr(0, equals));
      } else {
        cookies_[pair.substr(0, equals)] = pair.substr(equals + 1);
      }
    }
  }
  [[nodiscard]] std::string Line() const {
    std::string line;
    for (const auto& [name, value] : cookies_) {
      line += (line.empty() ? "Cookie: " : "; ") + name + "=" + value;
    }
    return line.empty() ? line : line + "\r\n";
  }
  [[nodiscard]] bool Has(const std::string& name) const { return cookies_.contains(name); }
  [[nodiscard]] std::size_t size() const { return cookies_.size(); }

 private:
  std::map<std::string, std::string> cookies_;
};

class AuthOidc : public bridge::OidcTest {
 protected:
  /// Starts a sign-in and returns its state. Empty if the browser was not redirected to Telegram.
  std::string Begin(const std::string& query = "?rd=/x", const std::string& headers = {}) {
    const std::string response = Ask("GET", "/auth/telegram/start" + query, jar_.Line() + headers);
    begun_ = response;
    jar_.Take(response);
    return Parameter(HeaderOf(response, "Location").value_or(""), "state");
  }
  std::string ComeBack(const std::string& parameters) {
    const std::string response = Ask("GET", "/auth/telegram/callback?" + parameters, jar_.Line());
    jar_.Take(response);
    return response;
  }
  std::string SignInAtTelegram(const Change& change = [](auto&, auto&) {}) {
    const std::string state = Begin();
    issuer_.GiveToken(IdToken(change));
    return ComeBack("code=c&state=" + state);
  }
  /// Returns why a browser is redirected to its page without a session, or the outcome if it is not
  /// redirected.
  [[nodiscard]] static std::string SentBack(const std::string& response) {
    const std::string address = HeaderOf(response, "Location").value_or("");
    EXPECT_EQ(BodyOf(response), "") << "nothing for a person to read";
    return StatusOf(response) == 302 && address.starts_with(kAuthSite + "/x?sign_in_error=")
               ? Parameter(address, "sign_in_error")
               : Outcome(response);
  }
  [[nodiscard]] std::string Session() const { return Ask("GET", "/auth/session", jar_.Line()); }

  static std::string Parameter(const std::string& address, std::string_view name) {
    const auto question = address.find('?');
    if (question == std::string::npos) return {};
    const std::string query = address.substr(question + 1);
    return std::string(http::Query(query).First(name).value_or(""));
  }
  static std::string Sha256(const std::string& text) {
    return Base64UrlEncode(prichal::Sha256(
        std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size())));
  }

  CookieJar jar_;
  std::string begun_;  ///< last response of start
};

TEST_F(AuthOidc, SignsInByRedirectToTelegram) {
  Start();
  const std::string state = Begin("?rd=/x%3Fy%3D1");
  ASSERT_EQ(StatusOf(begun_), 302) << begun_;
  EXPECT_EQ(HeaderOf(begun_, "Cache-Control"), "no-store");
  EXPECT_EQ(HeaderOf(begun_, "Referrer-Policy"), "no-referrer");
  const std::string cookie = HeaderOf(begun_, "Set-Cookie").value_or("");
  EXPECT_TRUE(cookie.starts_with("__Host-prichal-oidc-0=")) << cookie;
  EXPECT_TRUE(cookie.ends_with("; Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax")) << cookie;
  const std::string address = HeaderOf(begun_, "Location").value_or("");
  EXPECT_TRUE(address.starts_with(issuer_.url() + "/auth?")) << address;
  EXPECT_EQ(Parameter(address, "client_id"), bridge::kClientId);
  EXPECT_EQ(Parameter(address, "response_type"), "code");
  EXPECT_EQ(Parameter(address, "scope"), "openid profile");
  EXPECT_EQ(Parameter(address, "redirect_uri"), kAuthSite + "/auth/telegram/callback");
  EXPECT_EQ(Parameter(address, "code_challenge_method"), "S256");

  issuer_.GiveToken(IdToken());
  const std::string back = ComeBack("code=the+code&state=" + state);
  ASSERT_EQ(StatusOf(back), 302) << back;
  EXPECT_EQ(HeaderOf(back, "Location"), kAuthSite + "/x?y=1");
  EXPECT_EQ(HeaderOf(back, "Cache-Control"), "no-store");
  EXPECT_EQ(HeaderOf(back, "Referrer-Policy"), "no-referrer");
  EXPECT_FALSE(jar_.Has("__Host-prichal-oidc-0"));

  const auto asked = issuer_.got().front();
  EXPECT_EQ(asked.target, "/token");
  EXPECT_EQ(asked.authorization, "Basic NzAwMDAwMDAwMTp0aGUlMjBzZWNyZXQ=");
  EXPECT_EQ(Parameter("?" + asked.body, "grant_type"), "authorization_code");
  EXPECT_EQ(Parameter("?" + asked.body, "code"), "the code");
  EXPECT_EQ(Parameter("?" + asked.body, "redirect_uri"), kAuthSite + "/auth/telegram/callback");
  EXPECT_EQ(Sha256(Parameter("?" + asked.body, "code_verifier")),
            Parameter(address, "code_challenge"));

  const auto json = Json(Session());
  EXPECT_EQ(json.at("session").at("amr").at(0), "tg_oidc");
  EXPECT_EQ(json.at("user").at("telegram").at("id"), 42);
}

TEST_F(AuthOidc, MapsWebAndMiniAppToOneUser) {
  Start();
  const std::string mini_app = SignInByTelegram(42);
  EXPECT_EQ(StatusOf(SignInAtTelegram()), 302);
  EXPECT_EQ(UserOf(Session()), UserOf(mini_app));
}

TEST_F(AuthOidc, KeepsUserDetailsAbsentFromIdToken) {
  Start();
  const auto telegram = [this] { return Json(Session()).at("user").at("telegram").as_object(); };
  const auto mini_app = [this](const std::string& user) {
    return Post(
        "/auth/telegram", {},
        "Authorization: tma " +
            telegram::test::Hashed({{"auth_date", std::to_string(UnixNow())}, {"user", user}}) +
            "\r\n");
  };
  ASSERT_EQ(StatusOf(mini_app(R"({"id":42,"first_name":"Anna","username":"anna",)"
                              R"("language_code":"ru","is_premium":true})")),
            200);
  const auto with_name = [](auto&, auto& claims) {
    claims["name"] = "Anna K";
    claims["preferred_username"] = "anna_k";
  };
  ASSERT_EQ(StatusOf(SignInAtTelegram(with_name)), 302);
  EXPECT_EQ(Text(telegram(), "first_name"), "Anna");
  EXPECT_EQ(Text(telegram(), "language_code"), "ru");
  EXPECT_EQ(telegram().at("is_premium"), true);
  EXPECT_EQ(Text(telegram(), "name"), "Anna K");
  EXPECT_EQ(Text(telegram(), "username"), "anna_k") << "who is proven last is right";
  // Init data is complete, so details that it does not contain are removed.
  ASSERT_EQ(StatusOf(mini_app(R"({"id":42,"first_name":"Anya"})")), 200);
  EXPECT_EQ(telegram(), (boost::json::object{
                            {"id", 42}, {"bot", telegram().at("bot")}, {"first_name", "Anya"}}));
}

TEST_F(AuthOidc, RejectsStateOfOtherBrowser) {
  Start();
  const std::string state = Begin();
  issuer_.GiveToken(IdToken());
  EXPECT_EQ(Outcome(Ask("GET", "/auth/telegram/callback?code=c&state=" + state)), "401 oidc_state");
  CookieJar other = jar_;
  std::swap(jar_, other);
  jar_ = {};
  const std::string others = Begin();
  EXPECT_EQ(Outcome(ComeBack("code=c&state=" + state)), "401 oidc_state");
  EXPECT_EQ(Outcome(ComeBack("code=c&state=")), "401 oidc_state");
  EXPECT_EQ(Outcome(ComeBack("code=c")), "401 oidc_state");
  EXPECT_TRUE(issuer_.got().empty());
  EXPECT_EQ(StatusOf(ComeBack("code=c&state=" + others)), 302);
}

TEST_F(AuthOidc, RejectsUsedState) {
  Start();
  const std::string state = Begin();
  const CookieJar before = jar_;
  issuer_.GiveToken(IdToken());
  EXPECT_EQ(StatusOf(ComeBack("code=c&state=" + state)), 302);
  EXPECT_EQ(Outcome(ComeBack("code=c&state=" + state)), "401 oidc_state");
  jar_ = before;
  EXPECT_EQ(SentBack(ComeBack("code=c&state=" + state)), "oidc_state_used");
  EXPECT_EQ(issuer_.Times("/token"), 1U);
}

TEST_F(AuthOidc, ExpiresStateAfterTenMinutes) {
  Start();
  const std::string state = Begin();
  clock_.Step(Millis(600'000));
  EXPECT_EQ(Outcome(ComeBack("code=c&state=" + state)), "401 oidc_state");
}

TEST_F(AuthOidc, SupportsTwoConcurrentTabs) {
  Start();
  const std::string one = Begin("?rd=/one");
  const std::string other = Begin("?rd=/other");
  issuer_.GiveToken(IdToken());
  EXPECT_EQ(HeaderOf(ComeBack("code=c&state=" + one), "Location"), kAuthSite + "/one");
  EXPECT_EQ(HeaderOf(ComeBack("code=c&state=" + other), "Location"), kAuthSite + "/other");
}

TEST_F(AuthOidc, KeepsLastFourAttempts) {
  Start();
  std::vector<std::string> states;
  for (int i = 0; i < 6; ++i) {
    states.push_back(Begin());
    clock_.Step(Millis(1'000));
  }
  EXPECT_EQ(jar_.size(), 4U);
  issuer_.GiveToken(IdToken());
  EXPECT_EQ(Outcome(ComeBack("code=c&state=" + states[0])), "401 oidc_state");
  EXPECT_EQ(Outcome(ComeBack("code=c&state=" + states[1])), "401 oidc_state");
  for (int i = 2; i < 6; ++i) {
    EXPECT_EQ(StatusOf(ComeBack("code=c&state=" + states[static_cast<std::size_t>(i)])), 302);
  }
}

TEST_F(AuthOidc, RejectsForeignReturnAddress) {
  Start();
  for (const std::string rd : {"//evil.example", "/%5cevil.example", "%2F%2Fevil.example",
                               "https://evil.example/", "https://app.example.org%40evil.example",
                               "/%0d%0aSet-Cookie:a=b", "javascript:alert(1)", ""}) {
    Begin("?rd=" + rd);
    EXPECT_EQ(Outcome(begun_), "400 rd_not_allowed") << rd;
  }
  Begin("");
  EXPECT_EQ(StatusOf(begun_), 302);
}

TEST_F(AuthOidc, RedirectsBackWithErrorCode) {
  Start();
  const auto refused = [this](const std::string& parameters) {
    const std::string response = ComeBack(parameters + "&state=" + Begin());
    EXPECT_EQ(HeaderOf(response, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(HeaderOf(response, "Cache-Control"), "no-store");
    EXPECT_EQ(jar_.size(), 0U) << response;
    return SentBack(response);
  };
  EXPECT_EQ(refused("error=access_denied"), "oidc_denied");
  EXPECT_EQ(refused("error=access_denied&code=c"), "oidc_denied");
  EXPECT_EQ(refused("error=server_error"), "oidc_refused");
  EXPECT_EQ(refused("error=%3Cb%3E"), "oidc_refused") << "Telegram's own words stay here";
  EXPECT_EQ(refused("code="), "oidc_malformed");
  EXPECT_EQ(refused("code=" + std::string(2'049, 'a')), "oidc_malformed");
  EXPECT_EQ(refused("code=c&iss=https%3A%2F%2Fevil.example"), "oidc_issuer");
  EXPECT_TRUE(issuer_.got().empty());
}

TEST_F(AuthOidc, ReplacesEarlierErrorInReturnAddress) {
  Start();
  const std::string denied =
      ComeBack("error=access_denied&state=" + Begin("?rd=/x%3Fy%3D1%26sign_in_error%3Dold%23z"));
  EXPECT_EQ(HeaderOf(denied, "Location"), kAuthSite + "/x?y=1&sign_in_error=oidc_denied#z");
  const std::string state = Begin("?rd=/x%3Fy%3D1%26sign_in_error%3Doidc_denied%23z");
  issuer_.GiveToken(IdToken());
  EXPECT_EQ(HeaderOf(ComeBack("code=c&state=" + state), "Location"), kAuthSite + "/x?y=1#z");
}

TEST_F(AuthOidc, ReportsRejectedCode) {
  Start();
  const auto answered = [this](const bridge::Issuer::Answer& answer) {
    const std::string state = Begin();
    issuer_.AnswerToken(answer);
    return SentBack(ComeBack("code=c&state=" + state));
  };
  EXPECT_EQ(answered({.status = 400, .body = R"({"error":"invalid_grant"})"}), "oidc_code_refused");
  EXPECT_EQ(answered({.status = 401, .body = R"({"error":"invalid_client"})"}), "oidc_unavailable");
  EXPECT_EQ(answered({.status = 500}), "oidc_unavailable");
  EXPECT_EQ(answered({.body = "<html>"}), "oidc_unavailable");
  EXPECT_EQ(answered({.body = "{}"}), "oidc_unavailable");
  bridge::Issuer other;
  EXPECT_EQ(answered({.status = 307, .location = other.url() + "/token"}), "oidc_unavailable");
  EXPECT_TRUE(other.got().empty());
  EXPECT_EQ(
      answered({.body = R"({"id_token":")" + IdToken() + "\"}" + std::string(64UL * 1024, ' ')}),
      "oidc_unavailable");
}

TEST_F(AuthOidc, TimesOutSlowTokenEndpoint) {
  oidc_timeout_ = Millis(200);
  Start();
  const std::string state = Begin();
  issuer_.AnswerToken({.status = 0});
  EXPECT_EQ(SentBack(ComeBack("code=c&state=" + state)), "oidc_unavailable");
}

TEST_F(AuthOidc, VerifiesIdToken) {
  Start();
  const auto with = [this](const Change& change) { return SentBack(SignInAtTelegram(change)); };
  EXPECT_EQ(with([](auto&, auto& claims) { claims["aud"] = "7000000002"; }), "id_token_invalid");
  EXPECT_EQ(with([](auto&, auto& claims) { claims["iss"] = "https://evil.example"; }),
            "id_token_invalid");
  EXPECT_EQ(with([](auto& header, auto&) { header["alg"] = "none"; }), "id_token_invalid");
  EXPECT_EQ(with([](auto&, auto& claims) { claims["exp"] = 1'790'000'000; }), "id_token_expired");
  EXPECT_EQ(with([](auto&, auto& claims) { claims.erase("id"); }), "oidc_without_id");
  EXPECT_EQ(jar_.size(), 0U);
}

TEST_F(AuthOidc, LinksIdentityToSessionOnRequest) {
  Start();
  const std::string wallet =
      Post("/auth/ton?cookie=1", Proof(NewChallenge()), "Sec-Fetch-Site: same-origin\r\n");
  jar_.Take(wallet);
  const std::string user = UserOf(Session());
  const std::string state = Begin("?rd=/x&link=1", "Sec-Fetch-Site: same-origin\r\n");
  issuer_.GiveToken(IdToken());
  const std::string back = ComeBack("code=c&state=" + state);
  ASSERT_EQ(StatusOf(back), 302) << back;
  EXPECT_EQ(UserOf(Session()), user);
  EXPECT_EQ(Json(Session()).at("user").at("identities").as_array().size(), 2U);
}

TEST_F(AuthOidc, RejectsLinkFromForeignPage) {
  Start();
  Begin("?link=1", "Sec-Fetch-Site: same-origin\r\n");
  EXPECT_EQ(HeaderOf(begun_, "Location"), kAuthSite + "/?sign_in_error=no_session");
  jar_.Take(Post("/auth/ton?cookie=1", Proof(NewChallenge()), "Sec-Fetch-Site: same-origin\r\n"));
  Begin("?link=1", "Sec-Fetch-Site: cross-site\r\n");
  EXPECT_EQ(Outcome(begun_), "403 foreign_page");
  Begin("?link=1");
  EXPECT_EQ(Outcome(begun_), "403 foreign_page");
}

TEST_F(AuthOidc, CompletesAttemptAfterRestart) {
  FixtureTree data;
  data_ = data.path();
  Start();
  const std::string state = Begin();
  Stop();
  Start();
  issuer_.GiveToken(IdToken());
  EXPECT_EQ(StatusOf(ComeBack("code=c&state=" + state)), 302);
}

TEST_F(AuthOidc, IsNotConfiguredWithoutClientId) {
  settings_.auth.oidc_client_id.clear();
  Start();
  Begin();
  EXPECT_EQ(Outcome(begun_), "404 not_configured");
  EXPECT_EQ(HeaderOf(begun_, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(Outcome(ComeBack("code=c&state=s")), "404 not_configured");
}

TEST_F(AuthOidc, IsNotConfiguredWithoutSecret) {
  settings_.auth.oidc_client_secret_file.clear();
  Start();
  Begin();
  EXPECT_EQ(Outcome(begun_), "404 not_configured");
}

TEST_F(AuthOidc, ReportsRequiredCookieSetting) {
  settings_.auth.cookie = "off";
  Start();
  Begin();
  EXPECT_EQ(Outcome(begun_), "404 not_configured");
  EXPECT_NE(Text(Json(begun_), "detail").find("set auth.cookie to lax"), std::string::npos);
}

TEST_F(AuthOidc, RequiresDpopIfConfigured) {
  settings_.auth.dpop = "required";
  Start();
  Begin();
  EXPECT_EQ(Outcome(begun_), "400 dpop_required");
}

TEST_F(AuthOidc, FailsToStartIfSecretIsUnreadable) {
  const auto why = [this] {
    http::Server server({.loops = 1});
    const auto made = AuthService::Make(server, ops::AuthOptionsOf(settings_, {}), *ledger_, https_,
                                        log_, Keys());
    return made ? std::string("made") : made.error().front();
  };
  Start();
  EXPECT_EQ(why(), "made");
  folder_.Write("secret", "\nthe secret\n");
  EXPECT_NE(why().find("is empty. Fix: write the client secret"), std::string::npos);
  settings_.auth.oidc_client_secret_file = folder_.path("nothing");
  EXPECT_EQ(why(), "auth.oidc_client_secret_file: cannot read \"" + folder_.path("nothing") +
                       "\": No such file or directory. Fix: name a file that the server's user "
                       "can read");
}

}  // namespace
}  // namespace prichal::signin

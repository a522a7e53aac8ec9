#include "signin/service/auth_webhooks.h"

#include <gtest/gtest.h>

#include "base/tests/fixture_tree.h"

namespace prichal::signin {
namespace {

UserId User() { return *UserId::Parse("u_aebagbafaydqqcikbmga2dqpca"); }
SessionId SessionOf() { return *SessionId::Parse("s_aebagbafaydqqcikbmga2dqpca"); }

TEST(AuthWebhooks, FormatsEventBody) {
  EXPECT_EQ(WebhookBody({.type = AuthEventType::kSessionCreated,
                         .time = Millis(1'790'000'000'007),
                         .user = User(),
                         .session = SessionOf(),
                         .identity = "telegram:42",
                         .amr = {"tg_init"},
                         .client = IpAddress::Parse("192.0.2.1")}),
            R"({"type":"session.created","timestamp":"2026-09-21T14:13:20.007Z","data":{)"
            R"("user":"u_aebagbafaydqqcikbmga2dqpca","session":"s_aebagbafaydqqcikbmga2dqpca",)"
            R"("identity":"telegram:42","amr":["tg_init"]}})");
  EXPECT_EQ(WebhookBody({.type = AuthEventType::kUserMerged, .user = User(), .into = User()}),
            R"({"type":"user.merged","timestamp":"1970-01-01T00:00:00.000Z","data":{)"
            R"("user":"u_aebagbafaydqqcikbmga2dqpca","into":"u_aebagbafaydqqcikbmga2dqpca"}})");
}

TEST(AuthWebhooks, RequiresValidSecret) {
  telemetry::Log log(telemetry::Level::kError, telemetry::Format::kText);
  FixtureTree folder;
  outbound::HttpsClient https;
  AuthOptions options;
  options.webhook_url = {"https://a.example"};
  EXPECT_TRUE(AuthWebhooks::Make(options, https, log)
                  .error()
                  .starts_with("auth.webhook_secret_file: not set, but"));
  options.webhook_secret_file = folder.path("secret");
  EXPECT_EQ(AuthWebhooks::Make(options, https, log).error(),
            "auth.webhook_secret_file: cannot read \"" + folder.path("secret") +
                "\": No such file or directory. Fix: name a file that the server's user can read");
  folder.Write("secret", "whsec_c2VjcmV0\n");
  const auto refused = AuthWebhooks::Make(options, https, log);
  EXPECT_NE(refused.error().find("line 1: "), std::string::npos) << refused.error();
  EXPECT_EQ(refused.error().find("c2VjcmV0"), std::string::npos);
}

}  // namespace
}  // namespace prichal::signin

// Sign-in metrics, as scraped from the binary.

#include "tests/fixtures/auth_fixture.h"
#include "tests/fixtures/durable_server.h"

namespace prichal::signin {
namespace {

using prichal::testing::DurableServer;

class AuthMetrics : public ::testing::Test {
 protected:
  [[nodiscard]] std::string Scrape() const {
    return BodyOf(RawClient(server_.admin())
                      .Ask("GET /metrics HTTP/1.1\r\nHost: " + server_.admin() + "\r\n\r\n"));
  }
  [[nodiscard]] std::string Ask(const std::string& request) const {
    return RawClient(server_.site()).Ask(request + " HTTP/1.1\r\nHost: a\r\n\r\n");
  }

  DurableServer server_;
};

TEST_F(AuthMetrics, CountsAnswersIfSignInIsEnabled) {
  server_.Start({{"PRICHAL_AUTH_TON_DOMAINS", "dapp.example.org"}});
  EXPECT_EQ(StatusOf(Ask("POST /auth/ton/challenge")), 200);
  EXPECT_EQ(StatusOf(Ask("GET /auth/session")), 401);
  EXPECT_EQ(StatusOf(Ask("GET /.well-known/jwks.json")), 200);
  const std::string text = Scrape();
  for (const char* line :
       {"prichal_auth_answers_total{code=\"challenged\"} 1\n",
        "prichal_auth_answers_total{code=\"no_session\"} 1\n", "prichal_auth_ledger_healthy 1\n",
        "prichal_auth_events_total{type=\"session.compromised\"} 0\n",
        "prichal_auth_challenges_used_total 0\n",
        "prichal_auth_request_seconds_count{kind=\"challenge\"} 1\n",
        "prichal_auth_request_seconds_count{kind=\"ton\"} 0\n",
        "prichal_auth_webhook_posts_total{result=\"delivered\"} 0\n",
        "prichal_auth_audit_lines_lost_total 0\n",
        "prichal_http_answers_total{route=\"auth_challenge\",code=\"2xx\"} 1\n",
        "prichal_http_answers_total{route=\"auth_documents\",code=\"2xx\"} 1\n",
        "prichal_http_answers_total{route=\"auth_other\",code=\"4xx\"} 1\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

TEST_F(AuthMetrics, OmitsMetricsIfSignInIsDisabled) {
  server_.Start();
  const std::string unknown = Ask("GET /nothing-here");
  EXPECT_EQ(StatusOf(Ask("GET /auth/session")), StatusOf(unknown));
  EXPECT_EQ(Scrape().find("auth"), std::string::npos);
  EXPECT_EQ(StatusOf(RawClient(server_.admin())
                         .Ask("GET /admin/auth/users?telegram=1 HTTP/1.1\r\nHost: " +
                              server_.admin() + "\r\n\r\n")),
            404);
}

}  // namespace
}  // namespace prichal::signin

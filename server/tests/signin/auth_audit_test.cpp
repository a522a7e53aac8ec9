// Entries of the audit log for sign-in, over sockets.

#include <csignal>
#include <filesystem>
#include <thread>

#include "base/tests/fixture_await.h"
#include "signin/service/audit.h"
#include "tests/fixtures/auth_events_fixture.h"
#include "tests/fixtures/durable_server.h"

namespace prichal::signin {
namespace {

/// A trusted proxy provides the clients' addresses.
class AuthAuditTest : public AuthEventsTest {
 protected:
  AuthAuditTest() {
    settings_.auth.webhook_url.clear();
    settings_.proxies.trusted = {"127.0.0.1/32"};
    settings_.auth.challenge_rate = 30;
  }

  static std::string From(const std::string& address) {
    return "X-Forwarded-For: " + address + "\r\n";
  }
};

TEST_F(AuthAuditTest, WritesLineForEachEventAndRejection) {
  settings_.log.addresses = true;
  Start();
  const auto signed_in = SignInByTelegram(42, From("192.0.2.1"));
  (void)Ask("GET", "/auth/session", From("2001:db8::1") + "Authorization: Bearer none\r\n");
  const auto lines = Audit();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(Text(lines[0], "message"), "user.created");
  EXPECT_EQ(Text(lines[1], "message"), "session.created");
  EXPECT_EQ(Text(lines[1], "user"), UserOf(signed_in));
  EXPECT_EQ(Text(lines[1], "session"), SessionOf(signed_in));
  EXPECT_EQ(Text(lines[1], "identity"), "telegram:42");
  EXPECT_EQ(Text(lines[1], "amr"), "tg_init");
  EXPECT_EQ(Text(lines[1], "client"), "192.0.2.1");
  EXPECT_EQ(Text(lines[2], "message"), "refused");
  EXPECT_EQ(Text(lines[2], "code"), "token_invalid");
  EXPECT_EQ(Text(lines[2], "client"), "2001:db8::1");
  EXPECT_TRUE(Text(lines[2], "time").ends_with("Z"));
}

TEST_F(AuthAuditTest, LogsAddressesOnlyIfConfigured) {
  Start();
  (void)SignInByTelegram(42, From("192.0.2.1"));
  const auto reload = service_->PrepareReload(true);
  ASSERT_TRUE(reload) << reload.error();
  (void)SignInByTelegram(42, From("192.0.2.2"));
  (*reload)();
  (void)SignInByTelegram(42, From("192.0.2.3"));
  const auto lines = Audit("session.created");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_FALSE(lines[0].contains("client"));
  EXPECT_FALSE(lines[1].contains("client")) << "the reload is only prepared";
  EXPECT_EQ(Text(lines[2], "client"), "192.0.2.3");
}

TEST_F(AuthAuditTest, LimitsLinesPerMinute) {
  Start();
  // Requests above the limit, and an unlimited number below it.
  for (int i = 0; i < 40; ++i) {
    (void)Post("/auth/ton/challenge", {}, From("192.0.2.1"));
    for (int j = 0; j < 10; ++j) (void)Ask("GET", "/auth/session", From("192.0.2.1"));
  }
  std::map<std::string, std::int64_t> refused;
  std::size_t own_lines = 0;
  for (const auto& line : Audit("refused")) {
    const auto* times = line.if_contains("times");
    own_lines += times == nullptr ? 1 : 0;
    refused[Text(line, "code")] += times == nullptr ? 1 : times->as_int64();
  }
  EXPECT_EQ(refused["no_session"], 400);
  EXPECT_GE(refused["rate_limited"], 9);
  EXPECT_EQ(own_lines, RefusalBudget::kLinesAMinute);
}

TEST_F(AuthAuditTest, FailsToStartIfFileIsNotWritable) {
  settings_.auth.audit_file = folder_.path("none/audit.log");
  http::Server server({.loops = 1});
  const auto ledger = SqliteLedger::Open({}).value();
  const auto refused =
      AuthService::Make(server, ops::AuthOptionsOf(settings_, {}), *ledger, https_, log_, Keys());
  ASSERT_FALSE(refused.has_value());
  ASSERT_EQ(refused.error().size(), 1U);
  EXPECT_EQ(
      refused.error().front(),
      "auth.audit_file: cannot write \"" + folder_.path("none/audit.log") +
          "\": No such file or directory. Fix: name a file that the server's user can write.");
}

TEST_F(AuthAuditTest, ReopensFileOnSighup) {
  prichal::testing::DurableServer server;
  const std::string path = folder_.path("audit.log");
  server.Start({{"PRICHAL_AUTH_TON_DOMAINS", kAuthDomain}, {"PRICHAL_AUTH_AUDIT_FILE", path}});
  int requests = 0;
  const auto refuse = [&] {
    ++requests;
    EXPECT_EQ(
        StatusOf(RawClient(server.site()).Ask("GET /auth/session HTTP/1.1\r\nHost: a\r\n\r\n")),
        401);
  };
  const auto lines = [](const std::string& file) {
    const std::string text = ReadFile(file);
    return std::count(text.begin(), text.end(), '\n');
  };
  refuse();
  Await("the audit log has a line", [&] { return lines(path) > 0; });
  std::filesystem::rename(path, path + ".1");
  server.process().Signal(SIGHUP);
  Await("the new audit log has a line", [&] {
    refuse();
    return lines(path) > 0;
  });
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  EXPECT_EQ(lines(path + ".1") + lines(path), requests) << ReadFile(path) << ReadFile(path + ".1");
}

}  // namespace
}  // namespace prichal::signin

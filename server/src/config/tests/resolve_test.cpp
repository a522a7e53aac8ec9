#include "config/resolve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace prichal::config {
namespace {

ConfigValue Item(From from, std::string key, Value value) {
  constexpr std::array kWhere{"", "prichal.toml:3", "X", "PRICHAL_X", "--x"};
  return {std::move(key), std::move(value), {from, kWhere.at(static_cast<std::size_t>(from))}};
}

ConfigValue Dev() { return Item(From::kFlag, "dev.enabled", true); }

std::vector<ListenAddress> At(std::string_view text) {
  return {ListenAddress::Parse(text).value()};
}

TEST(Resolve, ProvidesCompleteDefaults) {
  const auto resolved = Resolve({Dev()});
  EXPECT_TRUE(resolved.problems.empty());
  EXPECT_EQ(resolved.settings.server.listen, At("127.0.0.1:8080"));
  EXPECT_EQ(resolved.settings.server.admin, At("127.0.0.1:9103"));
  EXPECT_EQ(resolved.settings.product.name, "Prichal");
  EXPECT_EQ(resolved.settings.bridge.ttl_max, std::chrono::seconds(300));
  EXPECT_EQ(resolved.settings.site.web, "");
  EXPECT_TRUE(resolved.settings.bridge.cors);
  EXPECT_EQ(resolved.effective.size(), Keys().size());
}

TEST(Resolve, AllowsEveryDefault) {
  for (const auto& key : Keys()) {
    EXPECT_TRUE(Fits(key, DefaultOf(key))) << FullName(key);
  }
}

TEST(Resolve, PrefersStrongerSourceInAnyOrder) {
  std::vector<ConfigValue> given{Item(From::kFile, "server.loops", 1),
                                 Item(From::kEnvironment, "server.loops", 2),
                                 Item(From::kFlag, "server.loops", 3), Dev()};
  std::sort(given.begin(), given.end(), [](const ConfigValue& a, const ConfigValue& b) {
    return a.source.where < b.source.where;
  });
  do {
    EXPECT_EQ(Resolve(given).settings.server.loops, 3U);
  } while (std::next_permutation(
      given.begin(), given.end(),
      [](const ConfigValue& a, const ConfigValue& b) { return a.source.where < b.source.where; }));
  EXPECT_EQ(Resolve({Item(From::kEnvironment, "server.loops", 2),
                     Item(From::kFile, "server.loops", 1), Dev()})
                .settings.server.loops,
            2U);
}

TEST(Resolve, ReportsAllProblemsAtOnce) {
  const auto resolved =
      Resolve({Item(From::kFile, "server.lisen", "x"), Item(From::kFile, "server.loops", 257),
               Item(From::kEnvironment, "log.level", "loud"),
               Item(From::kFlag, "server.listen", "localhost:1"),
               Item(From::kFile, "dev.enabled", "yes"), Item(From::kFile, "csp.img", List{"a;b"}),
               Item(From::kFile, "product.name", Foreign{"(a table)"})});
  const std::vector<std::string> expected{
      "server.lisen (file prichal.toml:3): unknown key. Did you mean server.listen?",
      "server.loops: 257 (file prichal.toml:3): not allowed. Fix: use 0, or a whole number from 1 "
      "to 256.",
      "log.level: \"loud\" (environment PRICHAL_X): not allowed. Fix: use debug, info, warn or "
      "error.",
      "server.listen: \"localhost:1\" (flag --x): expected IP:PORT, got a host name. Fix: use "
      "127.0.0.1:1 or 0.0.0.0:1.",
      "dev.enabled: \"yes\" (file prichal.toml:3): not allowed. Fix: use true or false.",
      "csp.img: [\"a;b\"] (file prichal.toml:3): not allowed. Fix: use a list of sources such as "
      "https://cdn.example.org or https://*.example.org: http, https, ws or wss, no path.",
      "product.name: (a table) (file prichal.toml:3): not allowed. Fix: use 1 to 64 bytes of text "
      "without control characters.",
  };
  EXPECT_EQ(TextsOf(resolved.problems), expected);
}

TEST(Resolve, ReportsInvalidValueEvenIfOverridden) {
  EXPECT_EQ(
      Resolve({Item(From::kFile, "server.loops", -1), Item(From::kFlag, "server.loops", 1), Dev()})
          .problems.size(),
      1U);
}

TEST(Resolve, SuggestsNamesForUnknownKeys) {
  const auto problem = [](ConfigValue given) {
    return Resolve({std::move(given), Dev()}).problems.at(0).text;
  };
  EXPECT_EQ(problem(Item(From::kEnvironment, "PRICHAL_SERVR_LISTEN", "x")),
            "PRICHAL_SERVR_LISTEN (environment PRICHAL_X): unknown key. Did you mean "
            "PRICHAL_SERVER_LISTEN?");
  EXPECT_EQ(problem(Item(From::kFile, "listen", "x")),
            "listen (file prichal.toml:3): unknown key. Did you mean server.listen?");
  EXPECT_EQ(problem(Item(From::kFile, std::string(5000, 'x'), "x")),
            std::string(5000, 'x') +
                " (file prichal.toml:3): unknown key. Fix: use a key that `prichal config-schema` "
                "prints.");
}

TEST(Resolve, RequiresOriginForAppSignInAndRedirect) {
  const auto given = [](std::string key, Value value) {
    return std::vector{Item(From::kFile, std::move(key), std::move(value)),
                       Item(From::kFile, "server.tls_certificate", "cert.pem"),
                       Item(From::kFile, "server.tls_key", "key.pem")};
  };
  for (const auto& [values, user] :
       {std::pair(given("site.web", "dist"), "wallets need"),
        std::pair(given("auth.ton_domains", List{"a.org"}), "sign-in needs"),
        std::pair(given("server.tls_redirect", "127.0.0.1:80"), "server.tls_redirect needs")}) {
    const auto problems = Resolve(values).problems;
    ASSERT_EQ(problems.size(), 1U) << user;
    EXPECT_EQ(problems[0].text, std::string("site.origin: not set; ") + user +
                                    " the public address of the site. Fix: set it, such as "
                                    "https://app.example.org, or start with --dev.");
    auto with_origin = values;
    with_origin.push_back(Item(From::kFile, "site.origin", "https://a.org"));
    EXPECT_TRUE(Resolve(with_origin).problems.empty()) << user;
    auto in_development = values;
    in_development.push_back(Dev());
    EXPECT_TRUE(Resolve(in_development).problems.empty()) << user;
  }
  EXPECT_TRUE(Resolve({}).problems.empty()) << "only a bridge";
}

TEST(Resolve, RequiresHttpsForRemoteOidcIssuer) {
  const auto with = [](const char* issuer) {
    return Resolve({Item(From::kFile, "site.origin", "https://a.org"),
                    Item(From::kFile, "auth.oidc_issuer", issuer)})
        .problems.size();
  };
  for (const char* fits : {"https://i.org", "http://127.0.0.1", "http://127.0.0.1:81",
                           "http://[::1]:81", "http://localhost:81"}) {
    EXPECT_EQ(with(fits), 0U) << fits;
  }
  for (const char* not_so :
       {"http://i.org", "http://127.0.0.1.i.org", "http://localhost.i.org", ""}) {
    EXPECT_EQ(with(not_so), 1U) << not_so;
  }
  EXPECT_TRUE(
      Resolve({Dev(), Item(From::kFile, "auth.oidc_issuer", "http://i.org")}).problems.empty());
}

TEST(Resolve, RequiresOneSecureTonApiPerNetwork) {
  const auto with = [](const List& apis) {
    return Resolve({Item(From::kFile, "site.origin", "https://a.org"),
                    Item(From::kFile, "auth.ton_api", apis)})
        .problems.size();
  };
  EXPECT_EQ(with({"-239=https://a.org/api/v3", "-3=http://127.0.0.1:81/api/v2"}), 0U);
  EXPECT_EQ(with({"-239=http://localhost/api"}), 0U);
  EXPECT_EQ(with({"-239=http://a.org/api"}), 1U);
  EXPECT_EQ(with({"-239=http://127.0.0.1.a.org/api"}), 1U);
  EXPECT_EQ(with({"-239=https://a.org", "-239=https://b.org"}), 1U);
}

TEST(Resolve, RequiresClientIdWithClientSecret) {
  const auto problems =
      Resolve({Dev(), Item(From::kFile, "auth.oidc_client_secret_file", "x")}).problems;
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_NE(problems[0].text.find("auth.oidc_client_id is not"), std::string::npos);
}

TEST(Resolve, RequiresWebhookUrlWithWebhookSecret) {
  const auto secret = Item(From::kFile, "auth.webhook_secret_file", "x");
  const auto problems = Resolve({Dev(), secret}).problems;
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_NE(problems[0].text.find("auth.webhook_url is not"), std::string::npos);
  const auto url = Item(From::kFile, "auth.webhook_url", List{"https://hook.example.org"});
  EXPECT_TRUE(Resolve({Dev(), secret, url}).problems.empty());
}

TEST(Resolve, RejectsKeyRotationBelowOneDay) {
  const auto with = [](std::int64_t seconds) {
    return Resolve({Dev(), Item(From::kFile, "auth.key_rotation", seconds)}).problems;
  };
  EXPECT_TRUE(with(0).empty()) << "by hand";
  EXPECT_TRUE(with(86'400).empty());
  ASSERT_EQ(with(86'399).size(), 1U);
  EXPECT_TRUE(with(86'399)[0].text.starts_with("auth.key_rotation: 86399 (file prichal.toml:3): "));
}

std::vector<Problem> Listening(const List& listen, const List& admin = {"127.0.0.1:9103"},
                               std::vector<ConfigValue> more = {}) {
  more.push_back(Item(From::kFlag, "server.listen", listen));
  more.push_back(Item(From::kFlag, "server.admin", admin));
  more.push_back(Dev());
  return Resolve(more).problems;
}

std::string MistakeOf(const std::vector<Problem>& problems) {
  return problems.size() == 1 ? problems[0].text : std::to_string(problems.size()) + " problems";
}

const std::vector<ConfigValue> kCertificate{
    Item(From::kFile, "server.tls_certificate", "/c.pem"),
    Item(From::kFile, "server.tls_key", "/k.pem"),
};

TEST(Resolve, RejectsOverlappingListenAddresses) {
  EXPECT_EQ(MistakeOf(Listening({"127.0.0.1:9000"}, {"127.0.0.1:9000"})),
            "server.admin: \"127.0.0.1:9000\" (flag --x): same address as server.listen "
            "(\"127.0.0.1:9000\"). Fix: use another port, path or socket name.");
  EXPECT_EQ(Listening({"0.0.0.0:9000"}, {"127.0.0.1:9000"}).size(), 1U);
  EXPECT_EQ(Listening({"[::1]:9000", "unix:/a", "unix:/a mode=600"}).size(), 1U);
  EXPECT_EQ(Listening({"systemd:web"}, {"systemd:web"}).size(), 1U);
  EXPECT_EQ(Listening({"127.0.0.1:0", "127.0.0.1:0"}, {"127.0.0.1:0"}).size(), 0U);
  EXPECT_EQ(Listening({"[::]:80", "0.0.0.0:80", "unix:/a"}, {"unix:/b", "[::]:81"}).size(), 0U);
}

TEST(Resolve, AcceptsSingleAddressWithoutList) {
  const auto resolved = Resolve({Item(From::kFile, "server.listen", "unix:/a mode=666"),
                                 Item(From::kFile, "server.tls_redirect", ""), Dev()});
  EXPECT_EQ(TextsOf(resolved.problems), std::vector<std::string>{});
  EXPECT_EQ(resolved.settings.server.listen, At("unix:/a mode=666"));
  EXPECT_TRUE(resolved.settings.server.tls_redirect.empty());
  EXPECT_NE(ToToml(resolved).find("listen = \"unix:/a mode=666\""), std::string::npos);
  EXPECT_NE(ToToml(resolved).find("tls_redirect = \"\""), std::string::npos);
  // The environment and flags provide a list with one item.
  const auto flag = Resolve({Item(From::kFlag, "server.listen", List{"unix:/a"}), Dev()});
  EXPECT_EQ(flag.settings.server.listen, At("unix:/a"));
  EXPECT_NE(ToToml(flag).find("listen = \"unix:/a\""), std::string::npos);
}

TEST(Resolve, ReportsMistakeInAddress) {
  EXPECT_TRUE(MistakeOf(Listening({"127.0.0.1:80", "[::]:80 ssl"}))
                  .starts_with("server.listen: [\"127.0.0.1:80\", \"[::]:80 ssl\"] (flag --x): "
                               "\"[::]:80 ssl\": unknown option \"ssl\". Fix: use proxy"));
  EXPECT_NE(
      MistakeOf(Listening({"unix:/" + std::string(200, 'a')})).find(": the path has 201 bytes"),
      std::string::npos);
  EXPECT_NE(MistakeOf(Listening({})).find(": \"\" (flag --x): empty. Fix: "), std::string::npos);
  EXPECT_NE(MistakeOf(Listening({"127.0.0.1:80"}, {})).find("empty"), std::string::npos);
}

TEST(Resolve, ChecksAddressFlagsAgainstOtherKeys) {
  const auto has = [](const std::vector<Problem>& problems, std::string_view words) {
    EXPECT_NE(MistakeOf(problems).find(words), std::string::npos) << MistakeOf(problems);
  };
  has(Listening({"[::]:443 tls"}), "this server has no certificate");
  EXPECT_TRUE(Listening({"[::]:443 tls", "unix:/a plain"}, {"unix:/b"}, kCertificate).empty());
  has(Listening({"[::]:80 plain"}, {"unix:/b"}, kCertificate), "every address is plain");
  has(Listening({"[::]:80"}, {"[::1]:81 tls"}), "server.admin: \"[::1]:81 tls\" (flag --x): ");
  has(Listening({"[::]:80"}, {"[::1]:81 proxy"}), "server.admin: \"[::1]:81 proxy\" (flag --x): ");
  has(Listening({"[::]:80 proxy"}), "proxies.balancers is empty");
  EXPECT_TRUE(Listening({"[::]:80 proxy"}, {"unix:/b"},
                        {Item(From::kFile, "proxies.balancers", List{"10.0.0.0/8"})})
                  .empty());
  EXPECT_TRUE(Listening({"unix:/a proxy", "systemd:b proxy"}).empty());
  auto redirect = kCertificate;
  redirect.push_back(Item(From::kFile, "server.tls_redirect", "[::]:80 tls"));
  has(Listening({"[::]:443"}, {"unix:/b"}, redirect), "this listener redirects plain HTTP");
}

TEST(Resolve, PrintsEquivalentFile) {
  const auto resolved = Resolve({Item(From::kFile, "csp.img", List{"https://a.org"}),
                                 Item(From::kEnvironment, "product.name", "A \"B\" \\"), Dev()});
  const auto text = ToToml(resolved);
  EXPECT_NE(text.find("enabled = true                            # flag --x\n"), std::string::npos)
      << text;
  const auto again = ParseFile(text, "again");
  ASSERT_TRUE(again) << again.error().text;
  ASSERT_EQ(again->size(), Keys().size());
  const auto second = Resolve(*again);
  EXPECT_TRUE(second.problems.empty());
  for (std::size_t i = 0; i < resolved.effective.size(); ++i) {
    EXPECT_EQ(ToToml(second.effective[i].value), ToToml(resolved.effective[i].value));
  }
}

TEST(Resolve, NamesReasonAndFixForCommonMistakes) {
  const auto problem = [](const char* key, Value value) {
    return Resolve({Item(From::kFile, key, std::move(value)), Dev()}).problems.at(0).text;
  };
  EXPECT_EQ(problem("site.origin", "https://app.example.org/"),
            "site.origin: \"https://app.example.org/\" (file prichal.toml:3): an origin has no "
            "trailing slash. Fix: use https://app.example.org.");
  EXPECT_EQ(
      problem("store.kind", "redis"),
      "store.kind: \"redis\" (file prichal.toml:3): unknown kind. Fix: use valkey, which also "
      "connects to Redis.");
  EXPECT_EQ(problem("proxies.trusted", List{"10.0.0.1/8"}),
            "proxies.trusted: [\"10.0.0.1/8\"] (file prichal.toml:3): \"10.0.0.1/8\" has host bits "
            "set. Fix: use 10.0.0.0/8 for the range, or 10.0.0.1 for one address.");
}

TEST(Resolve, SplitsLinesIntoParts) {
  const auto whole =
      ProblemOf("server.admin: cannot listen on a:1: in use. Fix: use another port.");
  EXPECT_EQ(whole.key, "server.admin");
  EXPECT_EQ(whole.reason, "cannot listen on a:1: in use");
  EXPECT_EQ(whole.fix, "use another port");
  const auto bare = ProblemOf("cannot read /a.b: No such file");
  EXPECT_EQ(bare.key, "");
  EXPECT_EQ(bare.reason, "cannot read /a.b: No such file");
  EXPECT_EQ(bare.text, "cannot read /a.b: No such file.");
}

TEST(Resolve, HidesSecrets) {
  const std::array table{
      Key{.section = "bridge",
          .name = "token",
          .kind = Kind::kText,
          .doc = "",
          .rule = &kSlug,
          .secret = true,
          .field = [](Settings& settings) -> Field { return &settings.bridge.webhook_secret; }}};
  const auto good = Resolve({Item(From::kFile, "bridge.token", "s3cret")}, {}, table);
  EXPECT_EQ(ToToml(good).find("s3cret"), std::string::npos);
  EXPECT_NE(ToToml(good).find("token = \"***\""), std::string::npos);
  const auto bad = Resolve({Item(From::kFile, "bridge.token", "S3CRET")}, {}, table);
  ASSERT_FALSE(bad.problems.empty());
  EXPECT_EQ(bad.problems[0].text.find("S3CRET"), std::string::npos);
}

}  // namespace
}  // namespace prichal::config

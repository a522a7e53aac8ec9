// `prichal doctor` on the server's machine: checks configuration, files and limits.

#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/fixtures/doctor_fixture.h"

namespace prichal::testing {
namespace {

TEST_F(DoctorCommand, ChecksMachineAgainstConfiguration) {
  const auto inside = [&](std::map<std::string, std::string> more) {
    more.emplace("PRICHAL_STORE_DATA", tree_.path("data"));
    more.emplace("PRICHAL_SERVER_ADMIN", admin_.address());
    more.emplace("PRICHAL_SERVER_MAX_CONNECTIONS", "64");
    return Doctor({"--url", "http://127.0.0.1:1"}, more);
  };
  auto found = inside({});
  Expect(found, "page", "wrong", "cannot open the mini app");
  Expect(found, "manifest", "not_looked_at");
  Expect(found, "configuration", "good");
  Expect(found, "server", "not_looked_at", "no server answers at ");
  Expect(found, "data_folder", "not_looked_at", "first start creates it");
  Expect(found, "open_files", "good");
  Expect(found, "memory", "good");
  Expect(found, "secret_files", "good");

  tree_.Write("data/bridge.db", "").Write("key.pem", "").Write("tokens", "");
  for (const auto& [name, mode] :
       {std::pair("data", 0755U), std::pair("data/bridge.db", 0644U), std::pair("tokens", 0640U)}) {
    ASSERT_EQ(chmod(tree_.path(name).c_str(), mode), 0);
  }
  found = inside({{"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", tree_.path("tokens")},
                  {"PRICHAL_BRIDGE_TOTAL_BYTES", "1099511627776"},
                  {"PRICHAL_SERVER_MAX_CONNECTIONS", "1000000"}});
  Expect(found, "data_folder", "warning: ", "(0755)");
  Expect(found, "disk_space", "");
  EXPECT_NE(found.at("disk_fsync").substr(0, 13), "not_looked_at");
  Expect(found, "secret_files", "wrong: " + tree_.path("data/bridge.db") + " (store.data, 0644)");
  Expect(found, "memory", "warning: limits of 1");
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  Expect(found, "open_files", limit.rlim_max < 1'000'128 ? "wrong" : "good");

  ASSERT_EQ(chmod(tree_.path("data/bridge.db").c_str(), 0600), 0);
  found = inside({{"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", tree_.path("nowhere")},
                  {"PRICHAL_STORE_DATA", tree_.path("tokens")}});
  Expect(found, "secret_files", "wrong: " + tree_.path("nowhere") + " (auth.telegram_tokens_file)");
  Expect(found, "data_folder", "wrong: ", "not a folder");

  found = inside({{"PRICHAL_LOG_LEVEL", "loud"}});
  Expect(found, "configuration", "wrong: log.level: \"loud\"", "(1 problem)");
  Expect(found, "memory", "not_looked_at", "is invalid");
}

TEST_F(DoctorCommand, ChecksLimitsOfRunningServer) {
  Upstream admin;
  std::map<std::string, std::string> environment{{"PRICHAL_SERVER_ADMIN", admin.address()},
                                                 {"PRICHAL_STORE_KIND", "memory"},
                                                 {"PRICHAL_SERVER_MAX_CONNECTIONS", "1000"}};
  admin.Say("/readyz", {.body = "{\"status\":\"ok\"}\n"});
  admin.Say("/metrics", {.body = "# HELP\nprocess_max_fds 1024\n"});
  auto found = Doctor({"--url", "http://127.0.0.1:1"}, environment);
  Expect(found, "server", "good");
  Expect(found, "open_files", "wrong: 1024 of the running server, for 1000 connections");
  Expect(found, "disk_fsync", "not_looked_at", "in memory");
  admin.Say("/readyz", {.status = 503, .body = "{\"status\":\"draining\"}\n"});
  admin.Say("/metrics", {.body = "# HELP\nprocess_max_fds 1128\n"});
  found = Doctor({"--url", "http://127.0.0.1:1"}, environment);
  Expect(found, "server", "wrong: 503 {\"status\":\"draining\"}", "no new users");
  Expect(found, "open_files", "good");
}

}  // namespace
}  // namespace prichal::testing

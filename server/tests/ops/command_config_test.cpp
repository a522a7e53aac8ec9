// `prichal check-config --format json` and `prichal config-schema`, whose output is for programs.

#include <filesystem>

#include "base/descriptor.h"
#include "site/tests/fixture_tree.h"
#include "tests/fixtures/command_fixture.h"

namespace prichal::testing {
namespace {

namespace json = boost::json;

class ConfigCommand : public CommandTest {
 protected:
  ConfigCommand() { site::WriteSite(tree_); }
  [[nodiscard]] Ran Check(const std::string& toml, const Arguments& more = {"--quiet"}) {
    tree_.Write("prichal.toml", toml);
    Arguments arguments{
        "check-config",    "--format", "json",        "--config", file_,         "--web",
        tree_.path("web"), "--listen", "127.0.0.1:0", "--admin",  "127.0.0.1:0", "--data",
        tree_.path("data")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Run(arguments, "/dev/null", {{"PRICHAL_DEV_STAND", tree_.path("stand")}});
  }
  /// Returns the only finding.
  [[nodiscard]] json::object Finding(const std::string& toml) {
    const auto ran = Check(toml);
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.member("verdict"), "refused");
    const auto value = ran.json();
    const auto& findings = value.at("findings").as_array();
    EXPECT_EQ(findings.size(), 1U) << ran.out;
    return findings.empty() ? json::object{} : findings[0].as_object();
  }

  const std::string file_ = tree_.path("prichal.toml");
};

TEST_F(ConfigCommand, ReportsNoFindingsForValidFile) {
  const auto good =
      Check("[site]\norigin = \"https://a.org\"\n[bridge]\nbypass_tokens = [\"s3cret\"]\n", {});
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(good.member("verdict"), "good");
  EXPECT_EQ(std::count(good.out.begin(), good.out.end(), '\n'), 1);
  const auto value = good.json();
  EXPECT_TRUE(value.at("findings").as_array().empty());
  EXPECT_EQ(good.out.find("s3cret"), std::string::npos);
  bool seen = false;
  for (const auto& row : value.at("configuration").as_array()) {
    if (row.at("key") != "site.origin") continue;
    seen = true;
    EXPECT_EQ(row.at("value"), "\"https://a.org\"");
    EXPECT_EQ(row.at("source"), json::value("file " + file_ + ":2"));
  }
  EXPECT_TRUE(seen) << good.out;
  EXPECT_EQ(Check("[dev]\nenabled = true\n").json().as_object().if_contains("configuration"),
            nullptr);
}

TEST_F(ConfigCommand, ReportsKeyValueLineReasonAndFix) {
  auto found = Finding("[dev]\nenabled = true\n[log]\nlevel = \"loud\"\n");
  EXPECT_EQ(found["key"], "log.level");
  EXPECT_EQ(found["value"], "\"loud\"");
  EXPECT_EQ(found["source"], json::value("file " + file_ + ":4"));
  EXPECT_EQ(found["line"], 4);
  EXPECT_EQ(found["reason"], "not allowed");
  EXPECT_EQ(found["fix"], "use debug, info, warn or error");
  EXPECT_EQ(found["message"],
            json::value("log.level: \"loud\" (file " + file_ +
                        ":4): not allowed. Fix: use debug, info, warn or error."));

  found = Finding("[dev]\nenabled = true\n\n[server]\nlisen = \"s3cret\"\n");
  EXPECT_EQ(found["key"], "server.lisen");
  EXPECT_TRUE(found["value"].is_null());
  EXPECT_EQ(found["line"], 5);
  EXPECT_EQ(found["reason"], "unknown key");
  EXPECT_EQ(found["fix"], "did you mean server.listen?");

  found = Finding("[bridge]\nbypass_tokens = [\"s3cret s3cret\"]\n[dev]\nenabled = true\n");
  EXPECT_EQ(found["value"], "\"***\"");
}

TEST_F(ConfigCommand, ReportsConflictingKeysAndUnreadableFiles) {
  auto found = Finding("[site]\norigin = \"\"\nweb = \"dist\"\n");
  EXPECT_EQ(found["key"], "site.origin");
  EXPECT_EQ(found["line"], 2);
  EXPECT_EQ(found["reason"], "not set; wallets need the public address of the site");
  EXPECT_EQ(found["fix"], "set it, such as https://app.example.org, or start with --dev");
  found = Finding("[site]\norigin = \"https://a.org\"\n[auth]\nkey_rotation = 5\n");
  EXPECT_EQ(found["value"], "5");
  EXPECT_EQ(found["line"], 4);

  const auto broken = Check("[dev]\nenabled = true\n[\n", {"--quiet", "--dev"});
  EXPECT_EQ(broken.code, 2);
  const auto value = broken.json();
  const auto& syntax = value.at("findings").at(0).as_object();
  EXPECT_EQ(syntax.at("line"), 3);
  EXPECT_TRUE(syntax.at("key").is_null());
  EXPECT_EQ(value.at("findings").as_array().size(), 1U);
  EXPECT_NE(broken.out.find("not valid TOML"), std::string::npos);
}

TEST_F(ConfigCommand, SplitsProblemsOfFilesIntoParts) {
  tree_.Write("secret", "x");
  std::filesystem::permissions(tree_.path("secret"), std::filesystem::perms(0644));
  auto found = Finding("[dev]\nenabled = true\n[bridge]\nbypass_tokens_file = \"" +
                       tree_.path("secret") + "\"\n");
  EXPECT_EQ(found["key"], "bridge.bypass_tokens_file");
  EXPECT_EQ(found["fix"], json::value("chmod 600 " + tree_.path("secret")));
}

TEST_F(ConfigCommand, RejectsUnknownFormat) {
  ExpectMistake(Run({"check-config", "--format", "yaml"}), "invalid value \"yaml\", expected text");
}

TEST_F(ConfigCommand, PrintsSchema) {
  const auto schema = Run({"config-schema"});
  EXPECT_EQ(schema.code, 0) << schema.err;
  // Editors find the schema next to the example. After a change of the keys run:
  // build/release/prichal config-schema >config/prichal.schema.json
  const std::string beside = PRICHAL_REPOSITORY "/config/prichal.schema.json";
  EXPECT_EQ(ReadSmallFile(beside, 1 << 20).value_or(""), schema.out) << "write it anew";
  EXPECT_EQ(schema.member("$schema"), "http://json-schema.org/draft-07/schema#");
  const auto value = schema.json();
  const auto& bridge = value.at("properties").at("bridge").at("properties");
  EXPECT_EQ(bridge.at("heartbeat").at("maximum"), 300);
}

}  // namespace
}  // namespace prichal::testing

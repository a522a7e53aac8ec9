#include "ops/doctor/finding.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

#include "base/descriptor.h"

namespace prichal::ops {
namespace {

TEST(Findings, HaveDistinctCodesAndEntriesInTheReference) {
  const auto text = ReadSmallFile(PRICHAL_REPOSITORY "/docs/api/commands.json", 1 << 20);
  ASSERT_TRUE(text) << text.error();
  std::set<std::string_view> codes;
  const Findings findings;
  for (const Finding& finding : findings.all()) {
    EXPECT_TRUE(codes.insert(finding.code).second) << finding.code;
    EXPECT_NE(text->find("\"code\": \"" + std::string(finding.code) + "\""), std::string::npos)
        << finding.code;
    EXPECT_NE(finding.about, "") << finding.code;
    EXPECT_EQ(finding.state, State::kNotLookedAt);
  }
}

TEST(Findings, WritesTheSameReportAsTextAndJsonSafeForATerminal) {
  Findings findings;
  findings.Good("origin", "https://app.example.org");
  findings.Warning("dns", "a\033[2J", "it hurts", "do this");
  findings.Wrong("icon", "404", "it is not there", "do that");
  findings.NotLookedAt("page", "no network");
  const auto words = findings.Words();
  EXPECT_TRUE(words.starts_with("failed: 1 error, 1 warning, 1 ok, ")) << words;
  EXPECT_NE(words.find("  ok       origin                 https://app.example.org\n"),
            std::string::npos);
  EXPECT_NE(words.find("  warning  dns                    a\\u001b[2J\n           it hurts\n"
                       "           fix: do this\n"),
            std::string::npos);
  EXPECT_NE(words.find("  skipped  page                   no network\n"), std::string::npos);
  const auto json = findings.Json();
  EXPECT_TRUE(
      json.starts_with(R"({"verdict":"refused","findings":[{"code":"origin","state":"good",)"
                       R"("value":"https://app.example.org","reason":null,"fix":null})"))
      << json;
  EXPECT_NE(json.find(R"({"code":"icon","state":"wrong","value":"404","reason":"it is not there",)"
                      R"("fix":"do that"})"),
            std::string::npos);
  EXPECT_NE(json.find(R"("value":"a\u001b[2J")"), std::string::npos);
  EXPECT_EQ(json.find('\n'), json.size() - 1);
}

TEST(Findings, GivesOneReasonToAllFindingsOfASource) {
  Findings findings;
  findings.NotLookedAt(Source::kAnswers, "the name is unknown");
  for (const auto* code : {"page", "manifest", "wallets_dns", "clock_origin"}) {
    EXPECT_EQ(findings.Find(code).reason, "the name is unknown") << code;
  }
  for (const auto* code : {"origin", "tls_certificate", "clock", "configuration", "server"}) {
    EXPECT_EQ(findings.Find(code).reason, "not checked") << code;
  }
}

TEST(Findings, RejectsACodeThatIsNotInTheTable) {
  Findings findings;
  EXPECT_THROW(findings.Good("orgin", ""), std::logic_error);
}

}  // namespace
}  // namespace prichal::ops

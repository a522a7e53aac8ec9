#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fixture_tree.h"
#include "server_process.h"

namespace prichal::testing {

/// Result of a command.
struct Ran {
  int code = -1;
  std::string out;
  std::string err;

  /// The parsed output of `--json`.
  [[nodiscard]] boost::json::value json() const {
    boost::system::error_code error;
    auto value = boost::json::parse(out, error);
    EXPECT_FALSE(error) << out << err;
    return value;
  }
  [[nodiscard]] std::string member(const char* name) const {
    const auto value = json();
    const auto* object = value.if_object();
    const auto* found = object == nullptr ? nullptr : object->if_contains(name);
    return found != nullptr && found->is_string() ? std::string(found->get_string()) : "";
  }
};

/// Runs commands of the binary with temporary files.
class CommandTest : public ::testing::Test {
 protected:
  using Arguments = std::vector<std::string>;

  /// Adds a secret that no command may print.
  void Hide(std::string secret) { secrets_.push_back(std::move(secret)); }

  Ran Run(const Arguments& arguments, const std::string& input = "/dev/null",
          const std::map<std::string, std::string>& environment = {}) const {
    ServerProcess process(arguments, environment, input);
    Ran ran;
    ran.code = process.Wait();
    ran.out = process.out();
    ran.err = process.err();
    for (const auto& text : {ran.out, ran.err}) {
      for (const auto& secret : secrets_) EXPECT_EQ(text.find(secret), std::string::npos) << text;
      EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return c == '\n' || (c >= ' ' && c != 0x7f);
      })) << text;
    }
    return ran;
  }

  /// Expects exit code 2 and one line on stderr that contains `words`.
  void ExpectMistake(const Ran& ran, std::string_view words) const {
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(ran.err.starts_with("prichal: ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
  }

  /// Returns "good" or the code of the failed rule from a command with `--json`. Checks that exit
  /// code and rules are consistent.
  static std::string Judged(const Ran& ran) {
    const auto value = ran.json();
    const std::string verdict = ran.member("verdict");
    const std::string code = ran.member("code");
    EXPECT_EQ(ran.code, verdict == "good" ? 0 : 1) << ran.out << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.member("reason").empty(), verdict == "good") << ran.out;
    std::string failed;
    bool seen = true;
    for (const auto& rule : value.at("rules").as_array()) {
      const std::string state(rule.at("state").as_string());
      if (state == "fails") {
        EXPECT_EQ(failed, "");
        failed = std::string(rule.at("code").as_string());
      }
      if (state == "fails" || state == "unseen") seen = false;
      EXPECT_TRUE(seen || state != "holds") << ran.out;  // rules after an unchecked one
    }
    EXPECT_EQ(failed, code) << ran.out;
    return verdict == "good" ? verdict : code;
  }

  FixtureTree tree_;

 private:
  std::vector<std::string> secrets_;
};

}  // namespace prichal::testing

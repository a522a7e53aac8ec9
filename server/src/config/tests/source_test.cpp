#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "config/sources.h"

namespace prichal::config {
namespace {

const ConfigValue* Find(const std::vector<ConfigValue>& given, std::string_view key) {
  for (const auto& item : given) {
    if (item.key == key) return &item;
  }
  return nullptr;
}

TEST(File, ReadsEveryKindWithItsLine) {
  const auto given = ParseFile(
      "[server]\nlisten = \"127.0.0.1:1\"\nloops = 2\n\n[dev]\nenabled = true\n"
      "[csp]\nimg = [\"https://a.org\", 'https://b.org']\n",
      "prichal.toml");
  ASSERT_TRUE(given) << given.error().text;
  ASSERT_EQ(given->size(), 4U);
  const auto* listen = Find(*given, "server.listen");
  ASSERT_NE(listen, nullptr);
  EXPECT_EQ(std::get<std::string>(listen->value), "127.0.0.1:1");
  EXPECT_EQ(ToText(listen->source), "file prichal.toml:2");
  EXPECT_EQ(std::get<std::int64_t>(Find(*given, "server.loops")->value), 2);
  EXPECT_TRUE(std::get<bool>(Find(*given, "dev.enabled")->value));
  EXPECT_EQ(std::get<List>(Find(*given, "csp.img")->value),
            (List{"https://a.org", "https://b.org"}));
}

TEST(File, KeepsValuesOfUnsupportedTypes) {
  const auto given = ParseFile(
      "top = 1\n[server]\nloops = 1.5\nlisten = 2020-01-01\n[server.deep]\na = 1\n"
      "[csp]\nimg = [1, \"x\"]\n",
      "f");
  ASSERT_TRUE(given);
  EXPECT_NE(Find(*given, "top"), nullptr);
  EXPECT_EQ(std::get<Foreign>(Find(*given, "server.loops")->value).type,
            "(a number with a fraction)");
  EXPECT_EQ(std::get<Foreign>(Find(*given, "server.listen")->value).type, "(a date or a time)");
  EXPECT_EQ(std::get<Foreign>(Find(*given, "server.deep")->value).type, "(a table)");
  EXPECT_EQ(std::get<Foreign>(Find(*given, "csp.img")->value).type,
            "(a list with items that are not strings)");
}

TEST(File, ReportsLineOfSyntaxError) {
  const auto given = ParseFile("[server]\nlisten = \n", "prichal.toml");
  ASSERT_FALSE(given);
  EXPECT_EQ(given.error().text.rfind("prichal.toml:2:", 0), 0U) << given.error().text;
  EXPECT_NE(given.error().text.find("not valid TOML"), std::string::npos);
  EXPECT_EQ(given.error().text.find('\n'), std::string::npos);
  EXPECT_FALSE(ParseFile("[a]\nx=1\nx=2\n", "f"));
  EXPECT_FALSE(ParseFile("a = \"\xff\"", "f"));
}

TEST(File, ReportsLineOfUnquotedNonAsciiKey) {
  const auto given = ParseFile("[server]\n# комментарий\nслово = 1\n", "f");
  ASSERT_FALSE(given);
  EXPECT_EQ(given.error().text.rfind("f:3:", 0), 0U) << given.error().text;
  EXPECT_TRUE(ParseFile("# комментарий\n[product]\nname = \"Причал\" # имя\n", "f"));
}

TEST(File, ReportsReadErrorInOneLine) {
  const auto missing = ReadFile("/nonexistent/prichal.toml");
  ASSERT_FALSE(missing);
  EXPECT_EQ(
      missing.error().text,
      "--config: cannot read \"/nonexistent/prichal.toml\": No such file or directory. Fix: name a "
      "readable TOML file.");
  const auto directory = ReadFile(std::filesystem::temp_directory_path().string());
  ASSERT_FALSE(directory);
  EXPECT_NE(directory.error().text.find("Is a directory"), std::string::npos);
}

TEST(Environment, ParsesOwnVariablesByType) {
  const char* const variables[] = {"PATH=/bin",
                                   "PRICHAL_SERVER_LOOPS=4",
                                   "PRICHAL_DEV_ENABLED=true",
                                   "PRICHAL_CSP_IMG=https://a.org, https://b.org,",
                                   "PRICHAL_PRODUCT_NAME=a=b",
                                   nullptr};
  const auto given = ReadEnvironment(variables);
  ASSERT_EQ(given.size(), 4U);
  EXPECT_EQ(std::get<std::int64_t>(Find(given, "server.loops")->value), 4);
  EXPECT_TRUE(std::get<bool>(Find(given, "dev.enabled")->value));
  EXPECT_EQ(std::get<List>(Find(given, "csp.img")->value),
            (List{"https://a.org", "https://b.org"}));
  EXPECT_EQ(std::get<std::string>(Find(given, "product.name")->value), "a=b");
  EXPECT_EQ(ToText(Find(given, "dev.enabled")->source), "environment PRICHAL_DEV_ENABLED");
}

TEST(Environment, KeepsUnknownVariablesButNotServiceLinks) {
  const char* const variables[] = {"PRICHAL_SERVR_LISTEN=x",
                                   "PRICHAL_NOTHING",
                                   "PRICHAL_SERVICE_HOST=10.0.0.1",
                                   "PRICHAL_SERVICE_PORT=80",
                                   "PRICHAL_SERVICE_PORT_HTTP=80",
                                   "PRICHAL_PORT=tcp://10.0.0.1:80",
                                   "PRICHAL_SERVER_PORT_8080_TCP_ADDR=10.0.0.1",
                                   nullptr};
  const auto given = ReadEnvironment(variables);
  ASSERT_EQ(given.size(), 2U);
  EXPECT_EQ(given[0].key, "PRICHAL_SERVR_LISTEN");
  EXPECT_EQ(given[1].key, "PRICHAL_NOTHING");
}

}  // namespace
}  // namespace prichal::config

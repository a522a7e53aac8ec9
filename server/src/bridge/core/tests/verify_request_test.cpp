#include <gtest/gtest.h>

#include "bridge/core/verify.h"

namespace prichal::bridge {
namespace {

constexpr std::string_view kJson = "application/json";

/// Returns "<client id> <origin>", or the message of the error.
std::string Read(std::string_view query, std::string_view type, std::string_view body) {
  const auto request = ParseVerifyRequest(query, type, body);
  return request ? request->client_id + " " + request->origin : request.error().message;
}

TEST(VerifyRequest, ReadsQuery) {
  EXPECT_EQ(Read("client_id=a&url=https%3A%2F%2FDapp.example%2Fpath", {}, {}),
            "a https://dapp.example");
  EXPECT_EQ(Read("client_id=a&url=not+an+address&type=CONNECT", {}, {}), "a not an address");
  EXPECT_EQ(Read("client_id=a&url=u", "text/plain", R"({"client_id":"b","url":"v"})"), "a u");
}

TEST(VerifyRequest, ReadsJsonBody) {
  EXPECT_EQ(Read({}, "Application/JSON; charset=utf-8",
                 R"({"client_id":"b","url":"https://dapp.example:443","type":"connect","x":[1]})"),
            "b https://dapp.example");
  EXPECT_EQ(Read({}, kJson, R"({"client_id":"b","url":"v"})"), "b v");
}

TEST(VerifyRequest, NeverMixesQueryAndBody) {
  EXPECT_EQ(Read("client_id=a&url=u", kJson, R"({"url":"v"})"), "param \"client_id\" not present");
  EXPECT_EQ(Read("client_id=a&url=u", kJson, R"({"trace_id":"t"})"),
            "param \"client_id\" not present");
}

TEST(VerifyRequest, IgnoresBodyWithoutValidFields) {
  for (const char* body : {"", "{", "[]", "{}", "null", R"({"url":5})", R"({"client_id":""})",
                           "{\"url\":\"\xff\"}", R"({"url":"v"} {"url":"v"})"}) {
    EXPECT_EQ(Read("client_id=a&url=u", kJson, body), "a u") << body;
  }
  EXPECT_EQ(Read("client_id=a&url=u", kJson, std::string(100'000, '[')), "a u");
}

TEST(VerifyRequest, ReportsErrorsInOfficialOrder) {
  EXPECT_EQ(Read("type=x", {}, {}), "param \"client_id\" not present");
  EXPECT_EQ(Read("client_id=&url=u", {}, {}), "param \"client_id\" not present");
  EXPECT_EQ(Read("client_id=a&type=x", {}, {}), "param \"url\" not present");
  EXPECT_EQ(Read("client_id=a&url=", {}, {}), "param \"url\" not present");
  EXPECT_EQ(Read({}, kJson, "x"),
            "param \"client_id\" not present, the body is not a JSON object with these fields");
  EXPECT_EQ(Read("client_id=a&url=u&type=message", {}, {}), "param \"type\" must be: connect");
  EXPECT_EQ(Read({}, kJson, R"({"client_id":"a","url":"u","type":"x"})"),
            "param \"type\" must be: connect");
  EXPECT_EQ(Read("client_id=a&url=u&type=", {}, {}), "a u");
}

}  // namespace
}  // namespace prichal::bridge

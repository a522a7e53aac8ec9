#include <gtest/gtest.h>

#include <string>

#include "base/encoding.h"
#include "signin/ton/state_init.h"

namespace prichal::signin::ton {
namespace {

const std::string kKey = "b59fe2b6a43b069e4843c88eb9df870500d850af41d1ea4ba151f8cc071456de";

std::string ReadKey(const std::string& answer) {
  const auto read = ReadKeyAnswer(answer);
  if (!read) return read.error();
  if (read->kind == AccountKey::Kind::kNotDeployed) return "not deployed";
  return read->kind == AccountKey::Kind::kTold ? HexEncode(read->key) : "untold";
}

std::string V2(const std::string& stack, int exit_code = 0) {
  return R"({"ok":true,"result":{"@type":"smc.runResult","gas_used":445,"stack":)" + stack +
         R"(,"exit_code":)" + std::to_string(exit_code) + "}}";
}
std::string V3(const std::string& stack, int exit_code = 0) {
  return R"({"gas_used":445,"exit_code":)" + std::to_string(exit_code) + R"(,"stack":)" + stack +
         "}";
}

TEST(AccountKey, FormatsQueryForBothApiVersions) {
  Address address;
  address.hash[31] = 1;
  EXPECT_EQ(KeyQuestion(address),
            R"({"address":"0:0000000000000000000000000000000000000000000000000000000000000001",)"
            R"("method":"get_public_key","stack":[]})");
}

TEST(AccountKey, ReadsResponsesOfBothApiVersions) {
  EXPECT_EQ(ReadKey(V2(R"([["num","0x)" + kKey + R"("]])")), kKey);
  EXPECT_EQ(ReadKey(V3(R"([{"type":"num","value":"0x)" + kKey + R"("}])")), kKey);
  // Leading zeros are omitted.
  EXPECT_EQ(ReadKey(V3(R"([{"type":"num","value":"0x1f"}])")), std::string(62, '0') + "1f");
  EXPECT_EQ(ReadKey(V3(R"([{"type":"num","value":"0x1"}])")), std::string(63, '0') + "1");
}

TEST(AccountKey, ReportsAccountWithoutCodeAsNotDeployed) {
  EXPECT_EQ(ReadKey(V2("[]", -13)), "not deployed");
  EXPECT_EQ(ReadKey(V3("[]", -13)), "not deployed");
}

TEST(AccountKey, ReportsMalformedResponses) {
  EXPECT_EQ(ReadKey(V3("[]", 11)), "untold");
  for (const std::string& answer :
       {std::string(), std::string("[]"), std::string("null"), std::string("{\"ok\":false}"),
        V3("[]"), V3("{}"), V3(R"([{"type":"cell","value":"0x1f"}])"),
        V3(R"([{"type":"num","value":31}])"), V3(R"([{"type":"num","value":"31"}])"),
        V3(R"([{"type":"num","value":"0x"}])"), V3(R"([{"type":"num","value":"0xg"}])"),
        V3(R"([{"type":"num","value":"0x1)" + kKey + R"("}])"), V2(R"([["num"]])"),
        V3(R"([{"type":"num","value":"-0x1f"}])")}) {
    EXPECT_TRUE(ReadKey(answer).starts_with("the API's answer is not")) << answer;
  }
}

}  // namespace
}  // namespace prichal::signin::ton

#include "signin/ton/proof_request.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal::signin::ton {
namespace {

constexpr std::string_view kProof =
    R"({"timestamp":5,"domain":{"lengthBytes":3,"value":"a.b"},"payload":"p","signature":"s"})";

/// The form in the documentation's how-to.
std::string Nested(std::string_view proof) {
  return std::string(R"({"account":{"address":"A","chain":"-239","publicKey":"K",)")
      .append(R"("walletStateInit":"S"},"proof":)")
      .append(proof)
      .append("}");
}

/// Returns the parsed request as text, or the code and words of the error.
std::string Read(std::string_view text) {
  const auto request = ParseProofRequest(text);
  if (!request) {
    return std::string(CodeOf(request.error().rule)).append(": ").append(request.error().words);
  }
  return request->address + " " + std::to_string(request->network) + " " +
         request->public_key.value_or("-") + " " + request->state_init.value_or("-") + " " +
         std::to_string(request->timestamp) + " " + std::to_string(request->domain_length) + " " +
         request->domain + " " + request->payload + " " + request->signature;
}

/// Nested() with one replacement.
std::string Changed(std::string_view from, std::string_view to) {
  std::string text = Nested(kProof);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ProofRequest, ReadsBothForms) {
  EXPECT_EQ(Read(Nested(kProof)), "A -239 K S 5 3 a.b p s");
  EXPECT_EQ(Read(R"({"address":"A","network":"662387","public_key":"K","proof":{"timestamp":"5",)"
                 R"("domain":{"lengthBytes":3,"value":"a.b"},"payload":"p","signature":"s",)"
                 R"("state_init":"S"},"more":[1]})"),
            "A 662387 K S 5 3 a.b p s");
}

TEST(ProofRequest, ReadsWholeReplyItem) {
  EXPECT_EQ(Read(Nested(std::string(R"({"name":"ton_proof","proof":)").append(kProof).append("}"))),
            "A -239 K S 5 3 a.b p s");
}

TEST(ProofRequest, ReportsWalletErrorInPlaceOfProof) {
  const std::string refusal =
      Read(Nested(R"({"name":"ton_proof","error":{"code":400,"message":"not supported"}})"));
  EXPECT_TRUE(refusal.starts_with("proof_not_supported: ")) << refusal;
  EXPECT_NE(refusal.find("(code 400)"), std::string::npos) << refusal;
  EXPECT_TRUE(Read(Nested(R"({"error":7})")).starts_with("proof_not_supported: "));
  EXPECT_TRUE(Read(Nested(R"({"error":null})")).starts_with("request_malformed: "));
}

TEST(ProofRequest, AllowsMissingOptionalFields) {
  EXPECT_EQ(Read(Changed(R"(,"publicKey":"K","walletStateInit":"S")", "")),
            "A -239 - - 5 3 a.b p s");
  EXPECT_EQ(Read(Changed(R"("K","walletStateInit":"S")", R"(null,"walletStateInit":null)")),
            "A -239 - - 5 3 a.b p s");
}

TEST(ProofRequest, NamesInvalidField) {
  const auto expect = [](std::string_view from, std::string_view to, std::string_view words) {
    const std::string said = Read(Changed(from, to));
    EXPECT_TRUE(said.starts_with("request_malformed: ")) << said;
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  expect(R"("address":"A")", R"("address":1)", "\"account.address\" is not a string");
  expect(R"("publicKey":"K")", R"("publicKey":1)", "\"account.publicKey\" is not a string");
  for (const char* chain : {"-239", "\"\"", "\"+1\"", "\"1.0\"", "\"-0\"", "\"2147483648\""}) {
    expect(R"("chain":"-239")", std::string("\"chain\":") + chain,
           "\"account.chain\" is not a string with a number");
  }
  for (const char* time : {"-5", "5.0", "5e0", "\"\"", "\"-5\"", "\"05\"", "\"5 \"",
                           "\"18446744073709551616\"", "18446744073709551616", "null", "{}"}) {
    expect(R"("timestamp":5)", std::string("\"timestamp\":") + time,
           "\"proof.timestamp\" is not a whole number");
  }
  for (const char* length : {"-3", "\"3\"", "3.0", "null"}) {
    expect(R"("lengthBytes":3)", std::string("\"lengthBytes\":") + length,
           "\"proof.domain.lengthBytes\" is not a whole number");
  }
  expect(R"("value":"a.b")", R"("value":null)", "\"proof.domain.value\" is not a string");
  expect(R"("payload":"p")", R"("payloads":"p")", "\"proof.payload\" is missing");
  expect(R"("signature":"s")", R"("signature":[])", "\"proof.signature\" is not a string");
  expect(R"({"lengthBytes":3,"value":"a.b"})", R"("a.b")",
         "\"proof.domain\" is missing or not an object");
}

TEST(ProofRequest, NamesMissingFieldAsInTheBody) {
  EXPECT_EQ(Read("{}"),
            "request_malformed: \"address\" is missing; send the wallet's account and its "
            "ton_proof unchanged");
  EXPECT_EQ(Read(R"({"account":{}})"),
            "request_malformed: \"account.address\" is missing; send the wallet's account and its "
            "ton_proof unchanged");
}

TEST(ProofRequest, RejectsMalformedRequests) {
  for (const char* text : {"", "{", "[]", "null", "{}", R"({"account":5})", R"({"proof":{}})",
                           R"({"account":{},"proof":[]})", "{\"a\":\"\xff\"}"}) {
    EXPECT_TRUE(Read(text).starts_with("request_malformed: ")) << text;
  }
  EXPECT_TRUE(Read(std::string(100'000, '[')).starts_with("request_malformed: "));
}

TEST(ProofRequest, ReadsLargestNumbers) {
  EXPECT_EQ(Read(Changed(R"("timestamp":5)", R"("timestamp":18446744073709551615)")),
            "A -239 K S 18446744073709551615 3 a.b p s");
  EXPECT_EQ(Read(Changed(R"("timestamp":5)", R"("timestamp":"18446744073709551615")")),
            "A -239 K S 18446744073709551615 3 a.b p s");
}

}  // namespace
}  // namespace prichal::signin::ton

#include <gtest/gtest.h>

#include <set>

#include "outbound/webhook_sender.h"

namespace prichal::outbound {
namespace {

constexpr std::string_view kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
constexpr std::string_view kOther = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
constexpr std::string_view kId = "msg_p5jXN8AQM9LWM0D4loKWxJek";
constexpr Millis kSent{1'614'265'330'999};
constexpr std::string_view kBody = R"({"test": 2432232314})";
// Value from the specification's own libraries.
constexpr std::string_view kSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

std::string SignedWith(std::string_view file) {
  const auto secrets = StandardSecrets::Parse(file);
  return secrets ? secrets->SignatureOf(kId, kSent, kBody) : secrets.error();
}

TEST(StandardWebhook, MatchesReferenceSignature) {
  EXPECT_EQ(SignedWith(kSecret), kSignature);
  EXPECT_EQ(SignedWith("# of 2026\n\n  " + std::string(kSecret) + "\r\n"), kSignature);
}

TEST(StandardWebhook, SignsWithEachSecretDuringRotation) {
  const std::string both = std::string(kOther) + "\n" + std::string(kSecret);
  EXPECT_EQ(SignedWith(both), SignedWith(kOther) + " " + std::string(kSignature));
  EXPECT_NE(SignedWith(kOther), kSignature);
}

TEST(StandardWebhook, SignsIdTimestampAndBody) {
  const auto secrets = StandardSecrets::Parse(kSecret);
  ASSERT_TRUE(secrets.has_value());
  const std::set<std::string> signatures{
      secrets->SignatureOf(kId, kSent, kBody), secrets->SignatureOf("msg_other", kSent, kBody),
      secrets->SignatureOf(kId, kSent + Millis(1'000), kBody),
      secrets->SignatureOf(kId, kSent, R"({"test": 2432232315})")};
  EXPECT_EQ(signatures.size(), 4U);
}

TEST(StandardWebhook, FormatsHeaders) {
  const auto secrets = StandardSecrets::Parse(kSecret);
  ASSERT_TRUE(secrets.has_value());
  EXPECT_EQ(secrets->HeadersFor(kId, kSent, kBody),
            (std::vector<std::string>{
                "Content-Type: application/json", "webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek",
                "webhook-timestamp: 1614265330", "webhook-signature: " + std::string(kSignature)}));
}

TEST(StandardWebhook, RejectsMalformedSecretWithoutLeakingIt) {
  for (const std::string& file : std::vector<std::string>{
           "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_c2hvcnQ=", "whsec_!!!!",
           // base64url, and bytes beyond ASCII
           "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa-_", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa\xc3\xa9",
           // 23 bytes, and 65
           "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "whsec_" + std::string(87, 'A') + "="}) {
    const auto secrets = StandardSecrets::Parse(std::string(kSecret) + "\n\n" + file + "\n");
    ASSERT_FALSE(secrets.has_value()) << file;
    EXPECT_TRUE(secrets.error().starts_with("line 3: ")) << secrets.error();
    EXPECT_EQ(secrets.error().find("AAAA"), std::string::npos);
    EXPECT_EQ(secrets.error().find("MfKQ"), std::string::npos);
  }
  EXPECT_FALSE(StandardSecrets::Parse("\n# nothing\n").has_value());
  std::string many;
  for (std::size_t i = 0; i <= StandardSecrets::kMost; ++i) many += std::string(kSecret) + "\n";
  EXPECT_FALSE(StandardSecrets::Parse(many).has_value());
}

TEST(StandardWebhook, GeneratesUniqueIds) {
  const std::string id = NewMessageId();
  EXPECT_EQ(id.size(), 4 + 22U);
  EXPECT_TRUE(id.starts_with("msg_"));
  EXPECT_NE(id, NewMessageId());
}

}  // namespace
}  // namespace prichal::outbound

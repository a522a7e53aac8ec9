#include "bridge/core/request_source.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <array>
#include <vector>

namespace prichal::bridge {
namespace {

// A sealed box that another implementation (TweetNaCl) has made, and the key that opens it.
constexpr std::string_view kReceiver =
    "df907384da26d70245d622d9cb6bec7d48d64eeefbeb72ef7a6680271ef0db38";
constexpr std::string_view kSecretKey =
    "98f98cd1ec200827d6dffaf2c8e1c8c1d8e27acaafc88bcceac93a20c37b5e42";
constexpr std::string_view kPlain =
    R"({"origin":"https://dapp.example.org","ip":"203.0.113.7","time":"1767225600",)"
    R"("user_agent":"Mozilla/5.0"})";
constexpr std::string_view kSealed =
    "rguXT/1BO48yYTP8DSNyURUF1pKOYjbDCS7St7ywDFeqDQktwHEGVA9qI2tP/uZjFfTRADj4vhW6u7r8RLKcKqR7hAvuyl"
    "8kWn+OGX+guYCcFYwz1c3WX9oFJ5DR2OvrAsakC8MgYDKOp9leJqJ2+glyOQanzEGB/l/3b4gMQutSCmS3+KazqG6LTM3I"
    "c74669OxrrGArg==";

using Key = std::array<unsigned char, 32>;

Key FromHex(std::string_view hex) {
  Key key{};
  EXPECT_EQ(
      sodium_hex2bin(key.data(), key.size(), hex.data(), hex.size(), nullptr, nullptr, nullptr), 0);
  return key;
}

/// Decrypts a source like a wallet. Empty if that fails.
std::string Open(std::string_view base64) {
  std::vector<unsigned char> box(base64.size());
  std::size_t size = 0;
  if (sodium_base642bin(box.data(), box.size(), base64.data(), base64.size(), nullptr, &size,
                        nullptr, sodium_base64_VARIANT_ORIGINAL) != 0 ||
      size < crypto_box_SEALBYTES) {
    return {};
  }
  std::vector<unsigned char> text(size - crypto_box_SEALBYTES);
  const Key secret = FromHex(kSecretKey);
  const Key receiver_key = FromHex(kReceiver);
  if (crypto_box_seal_open(text.data(), box.data(), size, receiver_key.data(), secret.data()) != 0)
    return {};
  return {text.begin(), text.end()};
}

RequestSource Source(Millis unix_time = Millis(1'767'225'600'999)) {
  return {.origin = "https://dapp.example.org",
          .ip = *IpAddress::Parse("203.0.113.7"),
          .user_agent = "Mozilla/5.0",
          .unix_time = unix_time};
}

const ClientId kTo = *ClientId::Parse(kReceiver);

/// Returns a sealed source. Empty if it was not sealed.
std::string Seal(RequestSources& sources, const RequestSource& source, const ClientId& to = kTo) {
  const auto sealed = sources.Seal(source, to);
  return sealed == nullptr ? std::string() : *sealed;
}

TEST(RequestSources, OpensReferenceCiphertext) { EXPECT_EQ(Open(kSealed), kPlain); }

TEST(RequestSources, OpensItsOwnCiphertext) {
  RequestSources sources;
  const std::string sealed = Seal(sources, Source());
  EXPECT_EQ(Open(sealed), kPlain);
  EXPECT_EQ(sealed.size(), kSealed.size());
}

TEST(RequestSources, EscapesClientTextInJson) {
  RequestSources sources;
  RequestSource source = Source();
  source.origin = "\"},\"";
  source.user_agent = "<\n\xff";
  EXPECT_EQ(Open(Seal(sources, source)),
            R"({"origin":"\"},\"","ip":"203.0.113.7","time":"1767225600",)"
            R"("user_agent":"\u003c\n\ufffd"})");
}

TEST(RequestSources, ReusesCiphertextWithinOneSecond) {
  RequestSources sources;
  const std::string first = Seal(sources, Source());
  EXPECT_EQ(Seal(sources, Source(Millis(1'767'225'600'000))), first);
  EXPECT_NE(Seal(sources, Source(Millis(1'767'225'601'000))), first);
  EXPECT_NE(Seal(sources, Source()), first);  // the cache ends with the second

  const std::string again = Seal(sources, Source());
  RequestSource other = Source();
  other.ip = *IpAddress::Parse("203.0.113.8");
  EXPECT_NE(Seal(sources, other), again);
  EXPECT_NE(Seal(sources, Source(), *ClientId::Parse(std::string(64, 'a'))), again);
}

TEST(RequestSources, KeepsCacheBounded) {
  RequestSources sources;
  RequestSource source = Source();
  const std::string name(16'000, 'x');
  source.user_agent = name;
  const std::string first = Seal(sources, source);
  for (int i = 0; i < 60; ++i) {
    source.ip = *IpAddress::Parse("198.51.100." + std::to_string(i));
    EXPECT_NE(Seal(sources, source), "");
  }
  source.ip = *IpAddress::Parse("203.0.113.7");
  EXPECT_NE(Seal(sources, source), first);
}

TEST(RequestSources, RejectsLowOrderPublicKeys) {
  RequestSources sources;
  for (const std::string& id :
       {std::string(64, '0'), "01" + std::string(62, '0'), std::string(62, '0') + "80"}) {
    EXPECT_EQ(sources.Seal(Source(), *ClientId::Parse(id)), nullptr) << id;
  }
}

}  // namespace
}  // namespace prichal::bridge

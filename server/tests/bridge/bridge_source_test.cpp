// Information that wallets get about both sides: the source of a message, and their own address.

#include <gtest/gtest.h>
#include <sodium.h>

#include <array>
#include <string>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/bridge_fixture.h"

namespace prichal::bridge {
namespace {

/// A receiver with its own key pair.
class Wallet {
 public:
  Wallet() { crypto_box_keypair(public_.data(), secret_.data()); }

  [[nodiscard]] std::string id() const {
    std::string hex(2 * public_.size() + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), public_.data(), public_.size());
    hex.pop_back();
    return hex;
  }

  /// Decrypts the request_source of an event. Empty if it is absent or cannot be decrypted.
  [[nodiscard]] std::string SourceIn(const std::string& event) const {
    const std::string start = "\",\"request_source\":\"";
    const std::size_t at = event.find(start);
    if (at == std::string::npos) return {};
    const std::size_t from = at + start.size();
    const std::string base64 = event.substr(from, event.find('"', from) - from);
    std::vector<unsigned char> box(base64.size());
    std::size_t size = 0;
    sodium_base642bin(box.data(), box.size(), base64.data(), base64.size(), nullptr, &size, nullptr,
                      sodium_base64_VARIANT_ORIGINAL);
    if (size < crypto_box_SEALBYTES) return {};
    std::string text(size - crypto_box_SEALBYTES, '\0');
    const bool opened = crypto_box_seal_open(reinterpret_cast<unsigned char*>(text.data()),
                                             box.data(), size, public_.data(), secret_.data()) == 0;
    return opened ? text : std::string();
  }

 private:
  std::array<unsigned char, crypto_box_PUBLICKEYBYTES> public_{};
  std::array<unsigned char, crypto_box_SECRETKEYBYTES> secret_{};
};

const std::string kBrowser =
    "Origin: https://dapp.example\r\nUser-Agent: Mozilla/5.0 (X11) <script>\r\n";

class BridgeSource : public DeployedBridgeTest {
 protected:
  /// Sends a message and returns its event.
  std::string Deliver(const std::string& headers, const std::string& more) {
    RawClient stream = Listen(wallet_.id());
    SkipToLive(stream);
    const std::string response = Ask(PostRequest(Id(2), wallet_.id(), "m", "300", headers, more));
    EXPECT_EQ(StatusOf(response), 200) << response;
    return Unchunk(stream.ReadUntil("\n\n\r\n"));
  }

  Wallet wallet_;
};

TEST_P(BridgeSource, IsEncryptedForReceiverAfterTraceId) {
  Start();
  const std::string event = Deliver(kBrowser, {});
  EXPECT_NE(event.find("\"trace_id\":\"" + kTrace + "\",\"request_source\":\""), std::string::npos);
  EXPECT_TRUE(event.ends_with("\",\"connect_source\":{\"ip\":\"127.0.0.1\"}}\n\n")) << event;
  const std::string source = wallet_.SourceIn(event);
  const std::string start = R"({"origin":"https://dapp.example","ip":"127.0.0.1","time":"1)";
  EXPECT_EQ(source.substr(0, start.size()), start);
  EXPECT_TRUE(source.ends_with(R"(","user_agent":"Mozilla/5.0 (X11) \u003cscript\u003e"})"))
      << source;
}

/// A wallet's response must not reveal the user's IP address to the app.
TEST_P(BridgeSource, IsOmittedIfSenderIsNotAPage) {
  Start();
  EXPECT_EQ(Deliver("User-Agent: Wallet/1.0\r\n", {}).find("request_source"), std::string::npos);
}

TEST_P(BridgeSource, IsSentForNonBrowserClientIfConfigured) {
  Start({.request_source = "all"});
  const std::string source = wallet_.SourceIn(Deliver({}, {}));
  EXPECT_TRUE(source.starts_with(R"({"origin":"","ip":"127.0.0.1","time":")")) << source;
  EXPECT_TRUE(source.ends_with(R"(","user_agent":""})")) << source;
}

TEST_P(BridgeSource, IsOmittedOnRequestOfSender) {
  Start();
  EXPECT_EQ(Deliver(kBrowser, "&no_request_source=TRUE").find("request_source"), std::string::npos);
}

TEST_P(BridgeSource, IsOmittedIfDisabled) {
  Start({.request_source = "none"});
  EXPECT_EQ(Deliver(kBrowser, {}).find("request_source"), std::string::npos);
}

TEST_P(BridgeSource, IsOmittedForLowOrderReceiverKey) {
  Start();
  for (const std::string& nobody :
       {std::string(64, '0'), "01" + std::string(62, '0'), std::string(62, '0') + "80"}) {
    RawClient stream = Listen(nobody);
    SkipToLive(stream);
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), nobody, "m", "300", kBrowser, {}))), 200) << nobody;
    const std::string event = stream.ReadUntil("\n\n\r\n");
    EXPECT_NE(event.find("\"message\":\"m\""), std::string::npos);
    EXPECT_EQ(event.find("request_source"), std::string::npos);
  }
}

TEST_P(BridgeSource, IsIgnoredForDeduplication) {
  Start();
  const std::string request = PostRequest(Id(2), wallet_.id(), "m", "300", kBrowser, {});
  EXPECT_EQ(StatusOf(Ask(request)), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), wallet_.id(), "m", "300", {}, {}))), 200);
  EXPECT_EQ(Counted(&Stats::duplicates), 1U);
}

TEST_P(BridgeSource, SendsEachReceiverItsOwnAddress) {
  Start();
  RawClient modern = Listen(Id(1));
  SkipToLive(modern);
  RawClient old = Connect();
  old.Send("GET " + EventsPath(Id(1), "&enable_queue_done_event=true") + " HTTP/1.0\r\n\r\n");
  old.ReadUntil("data: queue_done\r\n\r\n");
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "m"))), 200);
  const std::string end = "\"connect_source\":{\"ip\":\"127.0.0.1\"}}\n\n";
  EXPECT_TRUE(Unchunk(modern.ReadUntil("\n\n\r\n")).ends_with(end));
  EXPECT_TRUE(old.ReadUntil("}}\n\n").ends_with(end));
  // The same for pending messages.
  RawClient late = Listen(Id(1));
  EXPECT_NE(late.ReadUntil("data: queue_done\r\n\r\n\r\n").find(end), std::string::npos);
}

TEST_P(BridgeSource, ExtendsTtlOfSmallDisconnectMessage) {
  Start(TakingTtlZero({.disconnect_ttl = Millis(3'600'000), .disconnect_size = 512}));
  // A message with TTL 0 is not stored, unless it is a disconnect message.
  for (const auto& [to, body, topic] : std::vector<std::array<std::string, 3>>{
           {Id(1), "bye", "&topic=disconnect"},
           {Id(2), "bye", "&topic=signData"},
           {Id(3), std::string(512, 'x'), "&topic=disconnect"}}) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(9), to, body, "0", kBrowser, topic))), 200);
  }
  const auto waiting = [this](const std::string& id) {
    RawClient stream = Listen(id);
    return EventsIn(Unchunk(stream.ReadUntil("data: queue_done\r\n\r\n\r\n"))).messages.size();
  };
  EXPECT_EQ(waiting(Id(1)), 1U);
  // Valkey servers have their own clock, so a client that connects within a round trip still gets
  // the message.
  for (const std::string& late : {Id(2), Id(3)}) {
    if (shared()) {
      Await("a stream comes later", [&] { return waiting(late) == 0; });
    } else {
      EXPECT_EQ(waiting(late), 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Deployments, BridgeSource, OneAndTwoInstances(), NameOfDeployment);

}  // namespace
}  // namespace prichal::bridge

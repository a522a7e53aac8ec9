// The sandbox's bridge faults over real sockets.

#include "dev/stand_handler.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/fixtures/bridge_fixture.h"

namespace prichal::bridge {
namespace {

class StandHandlerTest : public BridgeTest {
 protected:
  std::unique_ptr<http::Handler> HandlerOn(BridgeService& service, http::Loop& loop) override {
    return std::make_unique<dev::StandHandler>(service.MakeHandler(loop), loop, faults_);
  }

  [[nodiscard]] std::string Choose(const std::string& query,
                                   const std::string& headers = {}) const {
    return Ask("POST /stand/bridge?" + query + " HTTP/1.1\r\nHost: a\r\n" + headers +
               "Content-Length: 0\r\n\r\n");
  }

  dev::BridgeFaults faults_;
};

TEST_F(StandHandlerTest, ForwardsEverythingWithoutFault) {
  Start();
  RawClient stream = Listen(Id(1));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "hello"))), 200);
  EXPECT_NE(stream.ReadUntil("hello").find("hello"), std::string::npos);
}

TEST_F(StandHandlerTest, SetsFaultAndListsTraffic) {
  Start();
  EXPECT_EQ(StatusOf(Choose("fault=lost&half=messages")), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "hello"))), 200);
  const auto told = Ask(Get("/stand/bridge?after=0"));
  EXPECT_EQ(HeaderOf(told, "Cache-Control"), "no-store");
  const auto body = BodyOf(told);
  EXPECT_NE(body.find(R"("fault":"lost","half":"messages")"), std::string::npos) << body;
  EXPECT_NE(body.find("\"kind\":\"message\",\"bytes\":5,\"fault\":\"lost\",\"clients\":\"" + Id(2) +
                      "\",\"to\":\"" + Id(1) + "\""),
            std::string::npos)
      << body;
}

TEST_F(StandHandlerTest, RejectsUnknownFaultsAndForeignOrigins) {
  Start();
  EXPECT_EQ(StatusOf(Choose("fault=odd&half=all")), 400);
  EXPECT_EQ(StatusOf(Choose("fault=cut")), 400);
  EXPECT_EQ(StatusOf(Choose("fault=cut&half=all", "Origin: http://b\r\n")), 403);
  EXPECT_EQ(StatusOf(Choose("fault=cut&half=all", "Origin: http://a\r\n")), 200);
}

TEST_F(StandHandlerTest, DropsAcknowledgedMessage) {
  Start();
  RawClient stream = Listen(Id(1));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Choose("fault=lost&half=all")), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "gone"))), 200);
  EXPECT_EQ(StatusOf(Choose("fault=none&half=all")), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "here"))), 200);
  EXPECT_EQ(EventsIn(stream.ReadUntil("here\"")).messages, std::vector<std::string>{"here"});
}

TEST_F(StandHandlerTest, ReturnsErrorReadableByPages) {
  Start();
  EXPECT_EQ(StatusOf(Choose("fault=error&half=all")), 200);
  const auto response = Ask(PostRequest(Id(2), Id(1), "x", "300", "Origin: http://b\r\n"));
  EXPECT_EQ(StatusOf(response), 500);
  EXPECT_TRUE(HeaderOf(response, "Access-Control-Allow-Origin").has_value());
  EXPECT_EQ(StatusOf(Ask(Get(EventsPath(Id(1))))), 500);
}

TEST_F(StandHandlerTest, RedirectsToClosedPort) {
  Start();
  EXPECT_EQ(StatusOf(Choose("fault=refused&half=streams")), 200);
  const auto response = Ask(Get(EventsPath(Id(1))));
  EXPECT_EQ(StatusOf(response), 302);
  EXPECT_EQ(HeaderOf(response, "Location"), "http://127.0.0.1:2/");
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "x"))), 200);
}

TEST_F(StandHandlerTest, EndsOpenStreams) {
  Start();
  RawClient stream = Listen(Id(1));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Choose("fault=error&half=streams")), 200);
  EXPECT_TRUE(stream.ReadUntil("0\r\n\r\n").ends_with("0\r\n\r\n"));
}

TEST_F(StandHandlerTest, CutsNewStream) {
  Start();
  EXPECT_EQ(StatusOf(Choose("fault=cut&half=all")), 200);
  RawClient stream = Listen(Id(1));
  EXPECT_TRUE(stream.ReadUntil("\r\n0\r\n\r\n").ends_with("\r\n0\r\n\r\n"));
}

TEST_F(StandHandlerTest, DelaysMessage) {
  Start();
  RawClient stream = Listen(Id(1));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Choose("fault=slow&half=all")), 200);
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "late"))), 200);
  EXPECT_GE(std::chrono::steady_clock::now() - before, dev::kSlowness);
  EXPECT_EQ(EventsIn(stream.ReadUntil("late\"")).messages, std::vector<std::string>{"late"});
}

}  // namespace
}  // namespace prichal::bridge

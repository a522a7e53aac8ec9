// Runs the same tests over each protocol, because handlers must not depend on it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/tests/fixture_await.h"
#include "http/tls/tests/fixture_certificate.h"
#include "tests/fixtures/http2_client.h"
#include "tests/fixtures/server_fixture.h"
#include "tests/fixtures/tls_client.h"

namespace prichal::http {
namespace {

using prichal::testing::Http2Client;
using prichal::testing::TlsClient;

enum class Protocol { kHttp1, kHttp1OverTls, kHttp2 };

struct ProtocolRequest {
  std::string method = "GET";
  std::string path = "/";
  std::map<std::string, std::string> fields{};
  std::string body{};
};
struct Answer {
  int status = 0;
  std::map<std::string, std::string> fields;  ///< by lower-case name
  std::string body;
};

/// A connection with any of the protocols.
class ProtocolClient {
 public:
  virtual ~ProtocolClient() = default;
  virtual Answer Ask(const ProtocolRequest& request) = 0;
};

std::string Http1Text(const ProtocolRequest& request) {
  std::string text = request.method + " " + request.path + " HTTP/1.1\r\nHost: a\r\n";
  for (const auto& [name, value] : request.fields) text.append(name + ": " + value + "\r\n");
  if (!request.body.empty()) {
    text += "Content-Length: " + std::to_string(request.body.size()) + "\r\n";
  }
  return text + "\r\n" + request.body;
}

template <typename Socket>
class Http1Client final : public ProtocolClient {
 public:
  explicit Http1Client(const std::string& address) : socket_(address) {}
  Answer Ask(const ProtocolRequest& request) override {
    socket_.Send(Http1Text(request));
    std::string text =
        request.method == "HEAD" ? socket_.ReadUntil("\r\n\r\n") : socket_.ReadResponse();
    Answer answer{.status = StatusOf(text), .fields = {}, .body = BodyOf(text)};
    for (std::size_t at = text.find("\r\n") + 2; text.compare(at, 2, "\r\n") != 0;) {
      const std::size_t end = text.find("\r\n", at);
      const std::size_t colon = text.find(": ", at);
      if (end == std::string::npos || colon == std::string::npos) break;
      std::string name = text.substr(at, colon - at);
      for (char& c : name) c = static_cast<char>(std::tolower(c));
      answer.fields[name] = text.substr(colon + 2, end - colon - 2);
      at = end + 2;
    }
    if (answer.fields["transfer-encoding"] == "chunked") {
      answer.body = prichal::testing::Unchunk(socket_.ReadUntil("\r\n0\r\n\r\n"));
    }
    return answer;
  }

 private:
  Socket socket_;
};

class Http2Asker final : public ProtocolClient {
 public:
  explicit Http2Asker(const std::string& address) : client_(address) {}
  Answer Ask(const ProtocolRequest& request) override {
    Http2Client::Fields fields{{":method", request.method},
                               {":scheme", "https"},
                               {":authority", "a"},
                               {":path", request.path}};
    for (const auto& [name, value] : request.fields) {
      std::string lower = name;
      for (char& c : lower) c = static_cast<char>(std::tolower(c));
      fields.emplace_back(lower, value);
    }
    const auto stream = request.body.empty()
                            ? client_.frames().SendRequest(fields)
                            : client_.frames().SendRequestWithBody(fields, request.body);
    const Http2Client::Answer& answer = client_.Read(stream);
    Answer read{.status = answer.status, .fields = {}, .body = answer.body};
    for (const auto& [name, value] : answer.fields) read.fields[name] = value;
    return read;
  }

 private:
  Http2Client client_;
};

class ProtocolsTest : public ::testing::TestWithParam<Protocol> {
 protected:
  void Start(ServerOptions options = {}) {
    options.loops = 2;
    options.routes = kEchoRoutes;
    options.max_head = 32 * 1024;
    options.max_target = 16 * 1024;
    server_ = std::make_unique<Server>(options);
    const tls::FixturePair pair = tls::MakeCertificate();
    ASSERT_TRUE(
        server_
            ->SetTls({.certificate = tls::Certificate::FromPem(pair.certificate, pair.key).value(),
                      .http2 = true})
            .has_value());
    const auto bound =
        server_->Listen({.listen = "127.0.0.1:0",
                         .handler = [](Loop&) { return std::make_unique<EchoHandler>(); },
                         .tls = GetParam() != Protocol::kHttp1});
    ASSERT_TRUE(bound.has_value()) << bound.error();
    address_ = *bound;
    server_->Start();
  }
  [[nodiscard]] std::unique_ptr<ProtocolClient> Connect() const {
    if (GetParam() == Protocol::kHttp1) return std::make_unique<Http1Client<RawClient>>(address_);
    if (GetParam() == Protocol::kHttp2) return std::make_unique<Http2Asker>(address_);
    return std::make_unique<Http1Client<TlsClient>>(address_);
  }
  Answer Ask(const ProtocolRequest& request) const { return Connect()->Ask(request); }

  std::unique_ptr<Server> server_;
  std::string address_;
};

std::string NameOfProtocol(const ::testing::TestParamInfo<Protocol>& info) {
  if (info.param == Protocol::kHttp1) return "Http1";
  return info.param == Protocol::kHttp2 ? "Http2" : "Http1OverTls";
}
INSTANTIATE_TEST_SUITE_P(All, ProtocolsTest,
                         ::testing::Values(Protocol::kHttp1, Protocol::kHttp1OverTls,
                                           Protocol::kHttp2),
                         NameOfProtocol);

TEST_P(ProtocolsTest, AnswersAndKeepsConnection) {
  Start();
  const auto client = Connect();
  for (int i = 0; i < 3; ++i) {
    Answer answer = client->Ask({.method = "POST", .body = "hi"});
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "hi");
    EXPECT_EQ(answer.fields["content-length"], "2");
    EXPECT_EQ(answer.fields["content-type"], "text/plain");
    EXPECT_TRUE(answer.fields["date"].ends_with(" GMT"));
    EXPECT_EQ(answer.fields.contains("connection"), false);
  }
  EXPECT_EQ(server_->Stats().accepted, 1U);
  EXPECT_EQ(server_->Stats().responses[3][2], 3U);
}

TEST_P(ProtocolsTest, AnswersDelayedAndLargeRequests) {
  Start();
  const auto client = Connect();
  EXPECT_EQ(client->Ask({.method = "POST", .path = "/later", .body = "hi"}).body, "later hi");
  EXPECT_EQ(client->Ask({.path = "/big"}).body.size(), 8'000'000U);
  const std::string body(kBodyLimit, 'b');
  EXPECT_EQ(client->Ask({.method = "POST", .body = body}).body, body);
}

TEST_P(ProtocolsTest, AnswersHeadLikeGetWithoutBody) {
  Start();
  Answer answer = Ask({.method = "HEAD", .path = "/big"});
  EXPECT_EQ(answer.fields["content-length"], "8000000");
  EXPECT_EQ(answer.body, "");
}

TEST_P(ProtocolsTest, ReturnsSameErrorsOverEveryProtocol) {
  Start({.response_deadline = Millis(200)});
  const auto expect = [&](int status, const ProtocolRequest& request) {
    Answer answer = Ask(request);
    EXPECT_EQ(answer.status, status) << request.path.substr(0, 20);
    if (request.path == "/guarded") return;
    EXPECT_EQ(answer.fields["x-site"], "echo");
    EXPECT_NE(answer.body.find(fmt::format("\"statusCode\":{}", status)), std::string::npos);
  };
  expect(413, {.method = "POST", .body = std::string(kBodyLimit + 1, 'x')});
  expect(414, {.path = std::string("/").append(17'000, 'x')});
  expect(431, {.fields = {{"X", std::string(33'000, 'x')}}});
  expect(417, {.fields = {{"Expect", "tea"}}});
  expect(500, {.path = "/throw"});
  expect(503, {.path = "/never"});
  EXPECT_EQ(Ask({.path = "/never"}).fields["retry-after"], "5");
  // More header lines than any browser sends.
  ProtocolRequest many;
  for (int i = 0; i < 100; ++i) many.fields.emplace(fmt::format("X-{}", i), std::string(1, 'x'));
  expect(431, many);
  EXPECT_GE(server_->Stats().bad_requests, 5U);
}

TEST_P(ProtocolsTest, SendsHeartbeatsAndEndsStream) {
  Start();
  const auto client = Connect();
  const Answer answer = client->Ask({.path = "/short"});
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.body.starts_with("firstbeat")) << answer.body;
  EXPECT_EQ(client->Ask({.path = "/"}).status, 200) << "the connection goes on";
  EXPECT_EQ(server_->Stats().streams, 0U);
}

TEST_P(ProtocolsTest, EndsStreamsCleanlyOnDrain) {
  Start();
  const auto client = Connect();
  std::thread drain([this] {
    Await("a stream is open", [&] { return server_->Stats().streams > 0; });
    EXPECT_TRUE(server_->Drain(Millis(5'000)));
  });
  const Answer answer = client->Ask({.path = "/stream"});
  EXPECT_TRUE(answer.body.starts_with("first")) << answer.body;
  drain.join();
  EXPECT_EQ(server_->Stats().connections, 0U);
}

}  // namespace
}  // namespace prichal::http

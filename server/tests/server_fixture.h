#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "http/response_builder.h"
#include "net/server.h"
#include "raw_client.h"

namespace prichal::net {

using prichal::testing::BodyOf;
using prichal::testing::HeaderOf;
using prichal::testing::RawClient;
using prichal::testing::StatusOf;

inline constexpr std::size_t kBodyLimit = 100'000;

inline const StreamKind& TestStreams() {
  static const StreamKind kind{.heartbeat = Share("beat"), .heartbeat_every = Millis(100)};
  return kind;
}

/// A small site whose responses depend on the path.
class EchoHandler final : public Handler {
 public:
  [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
    return kBodyLimit;
  }

  [[nodiscard]] std::string_view ErrorLines() const override { return "X-Site: echo\r\n"; }

  void HandleHead(const http::Request& head, ResponseWriter& writer) override {
    writer.CountAs(3);
    if (head.path == "/guarded") writer.Respond(http::ErrorResponse(429, "not now"));
    if (head.path == "/throw-early") throw std::runtime_error("bad luck");
  }

  void Handle(const http::Request& request, ResponseWriter& writer) override {
    Loop& loop = writer.loop();
    writer.CountAs(3);
    if (request.path == "/throw") throw std::runtime_error("bad luck");
    if (request.path == "/never") return;
    if (request.path == "/seen") {
      const char* seen = writer.head_seen() ? "head first" : "at once";
      return writer.Respond(http::ResponseBuilder(200).Body("text/plain", std::string(seen)));
    }
    if (request.path == "/big") {
      return writer.Respond(
          http::ResponseBuilder(200).Body("text/plain", std::string(8'000'000, 'x')));
    }
    if (request.path == "/later") {
      loop.PostAlways([&loop, handle = writer.handle(), body = std::string(request.body)] {
        loop.Respond(handle, http::ResponseBuilder(200).Body("text/plain", "later " + body));
      });
      return;
    }
    if (request.path == "/stream" || request.path == "/short" || request.path == "/flood") {
      Stream& stream = writer.Begin({
          .response = WithFirst(http::ResponseBuilder(200).Stream("text/event-stream")),
          .kind = &TestStreams(),
          .lifetime = request.path == "/short" ? Millis(500) : Millis(0),
          .session = std::make_unique<StreamSession>(),
      });
      if (request.path == "/flood") Flood(loop, stream.handle());
      return;
    }
    writer.Respond(http::ResponseBuilder(200).Body("text/plain", std::string(request.body)));
  }

 private:
  static http::Response WithFirst(http::Response response) {
    response.body = Share("first");
    return response;
  }

  /// Sends to the stream as long as it accepts data.
  static void Flood(Loop& loop, StreamHandle handle) {
    Stream* stream = loop.FindStream(handle);
    if (stream == nullptr) return;
    stream->Send(Share(std::string(10'000, 'f')));
    loop.PostAlways([&loop, handle] { Flood(loop, handle); });
  }
};

inline constexpr std::array<std::uint64_t, 3> kEchoMillisBounds{5, 100, 1000};
inline constexpr std::array<std::uint64_t, 3> kEchoBytesBounds{1024, 2048, 5120};
/// EchoHandler counts its requests under route 3.
inline constexpr RouteOptions kEchoRoutes{.count = 4,
                                          .measured = 3,
                                          .millis_bounds = kEchoMillisBounds,
                                          .bytes_bounds = kEchoBytesBounds};

/// A server of two loops with EchoHandlers, reached over loopback sockets.
class ServerTest : public ::testing::Test {
 protected:
  void Start(ServerOptions options = {}) {
    if (options.loops == 0) options.loops = 2;
    options.routes = kEchoRoutes;
    options.max_head = 32 * 1024;
    options.max_target = 16 * 1024;
    server = std::make_unique<Server>(options);
    const auto bound = server->Listen({.listen = "127.0.0.1:0", .handler = [](Loop&) {
                                         return std::make_unique<EchoHandler>();
                                       }});
    ASSERT_TRUE(bound.has_value()) << bound.error();
    address = *bound;
    server->Start();
  }

  [[nodiscard]] RawClient Connect(int receive_buffer = 0) const {
    return RawClient(address, receive_buffer);
  }

  std::unique_ptr<Server> server;
  std::string address;
};

inline std::string Get(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
}

}  // namespace prichal::net

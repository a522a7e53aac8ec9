#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/bridge/service.h"
#include "config/key.h"
#include "net/server.h"
#include "raw_client.h"
#include "store/memory_store.h"
#include "webhook/sender.h"

namespace prichal::app {

using prichal::testing::BodyOf;
using prichal::testing::HeaderOf;
using prichal::testing::RawClient;
using prichal::testing::StatusOf;
using prichal::testing::Unchunk;

inline const std::string kTrace = "0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071";

/// A client id of its own for each number; numbers spread over all loops.
inline std::string Id(int number) {
  std::string digits = std::to_string(number);
  return std::string(64 - digits.size(), 'a') + digits;
}

inline std::string EventsPath(const std::string& ids, const std::string& more = {}) {
  return "/bridge/events?client_id=" + ids + more;
}

inline std::string Get(const std::string& path, const std::string& headers = {}) {
  return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
}

inline std::string PostRequest(const std::string& from, const std::string& to,
                               const std::string& body, const std::string& ttl = "300",
                               const std::string& headers = {},
                               const std::string& more = "&no_request_source=true") {
  return "POST /bridge/message?client_id=" + from + "&to=" + to + "&ttl=" + ttl +
         "&trace_id=" + kTrace + more + " HTTP/1.1\r\nHost: a\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// A bridge for messages that wait for nobody.
inline config::Settings::Bridge TakingTtlZero(config::Settings::Bridge bridge = {}) {
  bridge.ttl_zero = true;
  return bridge;
}

/// The message texts of a stream in order, and its ids.
struct Events {
  std::vector<std::string> messages;
  std::vector<std::int64_t> ids;
};

inline Events EventsIn(const std::string& stream) {
  Events events;
  std::size_t at = 0;
  while ((at = stream.find("event: message\nid: ", at)) != std::string::npos) {
    at += 19;
    events.ids.push_back(std::stoll(stream.substr(at)));
    const std::size_t from = stream.find("\"message\":\"", at) + 11;
    events.messages.push_back(stream.substr(from, stream.find('"', from) - from));
  }
  return events;
}

/// A bridge on two loops, reached over loopback sockets.
class BridgeTest : public ::testing::Test {
 protected:
  /// `proxies`: who may say for whom a request is made.
  void Start(const config::Settings::Bridge& bridge = {}, net::ServerOptions server_options = {},
             const http::TrustedProxies& proxies = {}) {
    config::Settings settings;
    settings.bridge = bridge;
    (void)config::FitTo(settings, {});
    server_options.loops = 2;
    server_options.max_head = settings.server.header_limit;
    server_options.max_target = settings.server.header_limit / 2;
    server_ = std::make_unique<net::Server>(server_options);
    service_ = std::make_unique<BridgeService>(
        *server_, BridgeOptions{settings.bridge, proxies, bridge.bypass_tokens, {}}, *store_,
        webhooks_.get());
    ASSERT_TRUE(service_->Restore());
    store_->Start(
        [this](std::uint32_t loop, Task task) { server_->loop(loop).PostAlways(std::move(task)); });
    const auto bound = server_->Listen(
        {.listen = "127.0.0.1:0", .handler = [this](net::Loop& loop) { return HandlerOn(loop); }});
    ASSERT_TRUE(bound.has_value()) << bound.error().message;
    address_ = *bound;
    server_->Start();
  }

  /// What answers on a loop.
  virtual std::unique_ptr<net::Handler> HandlerOn(net::Loop& loop) {
    return service_->MakeHandler(loop);
  }

  // Connections point into the service, and the store posts to the server's loops.
  void TearDown() override {
    store_->Stop();
    server_.reset();
  }

  [[nodiscard]] RawClient Connect(int receive_buffer = 0) const {
    return RawClient(address_, receive_buffer);
  }

  [[nodiscard]] std::string Ask(const std::string& request) const { return Connect().Ask(request); }

  /// A stream that is subscribed: its opening has come, and a message to it comes at once.
  [[nodiscard]] RawClient Listen(const std::string& ids, const std::string& more = {},
                                 int receive_buffer = 0) const {
    RawClient client = Connect(receive_buffer);
    client.Send(Get(EventsPath(ids, more + "&enable_queue_done_event=true")));
    EXPECT_EQ(StatusOf(client.ReadUntil("\r\n\r\n")), 200);
    return client;
  }

  static void SkipToLive(RawClient& stream) {
    EXPECT_TRUE(stream.ReadUntil("data: queue_done\r\n\r\n\r\n").ends_with("\r\n\r\n\r\n"));
  }

  std::unique_ptr<store::Store> store_ = std::make_unique<store::MemoryStore>();
  std::unique_ptr<webhook::Sender> webhooks_;  ///< null: nobody is told of messages
  std::unique_ptr<BridgeService> service_;
  std::unique_ptr<net::Server> server_;
  std::string address_;
};

}  // namespace prichal::app

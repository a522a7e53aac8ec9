#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/bridge/service.h"
#include "app/valkey_backend.h"
#include "base/fixture_await.h"
#include "base/fixture_tree.h"
#include "config/key.h"
#include "deployment.h"
#include "net/server.h"
#include "raw_client.h"
#include "store/make_store.h"
#include "valkey/fixture_servers.h"
#include "webhook/sender.h"

namespace prichal::app {

using prichal::testing::BodyOf;
using prichal::testing::Deployment;
using prichal::testing::EmptyValkey;
using prichal::testing::EveryDeployment;
using prichal::testing::HeaderOf;
using prichal::testing::IsShared;
using prichal::testing::NameOfDeployment;
using prichal::testing::OneAndTwoInstances;
using prichal::testing::RawClient;
using prichal::testing::StatusOf;
using prichal::testing::TwoInstances;
using prichal::testing::Unchunk;

inline const std::string kTrace = "0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071";

/// Returns a different client ID for each number; the IDs are distributed over all loops.
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

/// Settings of a bridge that accepts messages with TTL 0.
inline config::Settings::Bridge TakingTtlZero(config::Settings::Bridge bridge = {}) {
  bridge.ttl_zero = true;
  return bridge;
}

/// Messages of a stream in order, and their event IDs.
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

/// One process of a bridge, on two loops and loopback sockets.
struct BridgeInstance {
  curl::HttpsClient https;
  std::unique_ptr<const ValkeyBackend> backend;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<webhook::Sender> webhooks;  ///< null without webhooks
  std::unique_ptr<BridgeService> service;
  std::unique_ptr<net::Server> server;
  std::string address;
  bool drained = false;

  BridgeInstance() = default;
  BridgeInstance(const BridgeInstance&) = delete;
  BridgeInstance& operator=(const BridgeInstance&) = delete;
  // Connections point into the service, the store posts to the server's loops, and the backend's
  // clients live on these loops.
  ~BridgeInstance() {
    if (backend != nullptr) (void)Drain(Millis(0));
    store->Stop();
    service->Disconnect();
    server.reset();
  }

  bool Drain(Millis deadline) { return std::exchange(drained, true) || server->Drain(deadline); }
};

/// A bridge in a given deployment. With several instances, connections are distributed round-robin.
class BridgeTest : public ::testing::Test {
 protected:
  explicit BridgeTest(Deployment deployment = Deployment::kMemory) : deployment_(deployment) {}

  /// `proxies`: trusted proxies.
  void Start(const config::Settings::Bridge& bridge = {}, net::ServerOptions server_options = {},
             const http::TrustedProxies& proxies = {}) {
    settings_.bridge = bridge;
    settings_.store.valkey_replicas = replicas_;
    if (shared()) settings_.store.valkey_uri = EmptyValkey(deployment_);
    (void)config::FitTo(settings_, {});
    server_options_ = std::move(server_options);
    server_options_.loops = 2;
    server_options_.max_head = settings_.server.header_limit;
    server_options_.max_target = settings_.server.header_limit / 2;
    proxies_ = proxies;
    for (std::size_t i = 0; i < (shared() ? 2 : 1); ++i) {
      instances_.push_back(nullptr);
      StartInstance(i);
    }
    for (std::size_t i = 0; i < instances(); ++i) AwaitBackend(i);
  }

  /// Restarts the instances one after the other. Messages survive if the deployment stores them.
  void Restart() {
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      EXPECT_TRUE(Drain(i));
      StartInstance(i);
      AwaitBackend(i);
    }
  }

  /// Shuts an instance down gracefully. Returns false if some work had to be aborted.
  bool Drain(std::size_t instance) { return instances_.at(instance)->Drain(Millis(2'000)); }

  /// Creates the handler of a loop.
  virtual std::unique_ptr<net::Handler> HandlerOn(BridgeService& service, net::Loop& loop) {
    return service.MakeHandler(loop);
  }

  void TearDown() override { instances_.clear(); }

  /// Sets store.valkey_replicas; the servers have no replicas. Call it before Start().
  void AskForReplicas(std::size_t replicas) { replicas_ = replicas; }

  [[nodiscard]] bool shared() const { return IsShared(deployment_); }
  [[nodiscard]] std::size_t instances() const { return instances_.size(); }
  [[nodiscard]] net::Server& server(std::size_t instance = 0) const {
    return *instances_.at(instance)->server;
  }
  [[nodiscard]] BridgeService& service(std::size_t instance = 0) const {
    return *instances_.at(instance)->service;
  }
  [[nodiscard]] webhook::Sender& webhooks(std::size_t instance = 0) const {
    return *instances_.at(instance)->webhooks;
  }

  /// Sum over all instances.
  [[nodiscard]] std::uint64_t Counted(std::uint64_t bridge::Stats::*number) const {
    std::uint64_t sum = 0;
    for (const auto& instance : instances_) sum += instance->service->Stats().*number;
    return sum;
  }
  [[nodiscard]] std::uint64_t Counted(std::uint64_t net::NetStats::*number) const {
    std::uint64_t sum = 0;
    for (const auto& instance : instances_) sum += instance->server->Stats().*number;
    return sum;
  }

  [[nodiscard]] RawClient ConnectTo(std::size_t instance, int receive_buffer = 0) const {
    return RawClient(instances_.at(instance)->address, receive_buffer);
  }
  /// Connects to the next instance.
  [[nodiscard]] RawClient Connect(int receive_buffer = 0) const {
    return ConnectTo(dealt_++ % instances_.size(), receive_buffer);
  }

  [[nodiscard]] std::string Ask(const std::string& request) const { return Connect().Ask(request); }

  /// Opens a stream. New messages follow after SkipToLive().
  [[nodiscard]] RawClient Listen(const std::string& ids, const std::string& more = {},
                                 int receive_buffer = 0) const {
    return ListenOn(Connect(receive_buffer), ids, more);
  }
  [[nodiscard]] RawClient ListenAt(std::size_t instance, const std::string& ids,
                                   const std::string& more = {}) const {
    return ListenOn(ConnectTo(instance), ids, more);
  }

  static void SkipToLive(RawClient& stream) {
    EXPECT_TRUE(stream.ReadUntil("data: queue_done\r\n\r\n\r\n").ends_with("\r\n\r\n\r\n"));
  }

  /// Returns all pending messages of these IDs.
  [[nodiscard]] Events Backlog(const std::string& ids, const std::string& more = {}) const {
    RawClient stream = Listen(ids, more);
    return EventsIn(Unchunk(stream.ReadUntil("data: queue_done\r\n\r\n\r\n")));
  }

 private:
  static RawClient ListenOn(RawClient client, const std::string& ids, const std::string& more) {
    client.Send(Get(EventsPath(ids, more + "&enable_queue_done_event=true")));
    EXPECT_EQ(StatusOf(client.ReadUntil("\r\n\r\n")), 200);
    return client;
  }

  /// Starts an instance, replacing the previous one.
  void StartInstance(std::size_t at) {
    instances_.at(at).reset();
    auto made = std::make_unique<BridgeInstance>();
    OpenStore(*made);
    const webhook::NoticeOptions notices = NoticeOptionsOf(settings_.bridge);
    if (!notices.urls.empty() || !notices.copy_to.empty()) {
      made->webhooks = std::make_unique<webhook::Sender>(
          made->https, webhook::SenderOptions{.targets = webhook::Notices(notices).Targets()});
    }
    made->server = std::make_unique<net::Server>(server_options_);
    made->service = std::make_unique<BridgeService>(
        *made->server,
        BridgeOptions{settings_.bridge, proxies_, settings_.bridge.bypass_tokens, {}}, *made->store,
        made->webhooks.get(), made->backend.get());
    ASSERT_TRUE(shared() || made->service->Restore());
    net::Server& server = *made->server;
    made->store->Start([&server](std::uint32_t loop, Task task) {
      server.loop(loop).PostAlways(std::move(task));
    });
    BridgeService& service = *made->service;
    const auto bound = server.Listen({.listen = "127.0.0.1:0", .handler = [&](net::Loop& loop) {
                                        return HandlerOn(service, loop);
                                      }});
    ASSERT_TRUE(bound.has_value()) << bound.error();
    made->address = *bound;
    server.Start();
    instances_.at(at) = std::move(made);
  }

  void AwaitBackend(std::size_t instance) const {
    Await("the backend answers", [&] { return service(instance).BackendReady(); });
  }

  void OpenStore(BridgeInstance& instance) {
    const bool in_file = deployment_ == Deployment::kFile;
    auto store = store::MakeStore({.kind = in_file ? store::Kind::kSqlite : store::Kind::kMemory,
                                   .folder = folder_.path("data")});
    ASSERT_TRUE(store) << store.error();
    instance.store = *std::move(store);
    if (!shared()) return;
    auto clients = ValkeyClients::Create(settings_, [](const std::string& /*line*/) {});
    ASSERT_TRUE(clients) << clients.error();
    instance.backend = MakeValkeyBackend(settings_, *std::move(clients));
  }

  const Deployment deployment_;
  std::size_t replicas_ = 0;
  FixtureTree folder_;
  config::Settings settings_;
  net::ServerOptions server_options_;
  http::TrustedProxies proxies_;
  mutable std::atomic<std::size_t> dealt_{0};
  std::vector<std::unique_ptr<BridgeInstance>> instances_;
};

/// Runs the same test with each deployment of the instantiated suite.
class DeployedBridgeTest : public BridgeTest, public ::testing::WithParamInterface<Deployment> {
 protected:
  DeployedBridgeTest() : BridgeTest(GetParam()) {}
};

}  // namespace prichal::app

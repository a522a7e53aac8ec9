#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/connection/tests/fixture_loop.h"
#include "valkey/cluster_client.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::valkey {

/// For tests: a client whose event loop runs on the test's thread, and a record of its events.
class FixtureClient final : private PushPort {
 public:
  using Pushes = std::vector<std::pair<std::string, std::string>>;

  explicit FixtureClient(const Endpoint& seed) : FixtureClient(std::vector{seed}) {}
  explicit FixtureClient(std::vector<Endpoint> seeds, ClientOptions options = {}) {
    if (options.uri.seeds.empty()) options.uri.seeds = std::move(seeds);
    options.log = [this](const std::string& line) { log.push_back(line); };
    PushPort& port = *this;
    client_ = MakeClusterClient(loop_.outbound(), std::move(options), port, counters_);
  }

  Client* operator->() { return client_.get(); }
  [[nodiscard]] const ClientCounters& counters() const { return *counters_; }
  [[nodiscard]] http::FixtureLoop& loop() { return loop_; }

  void Await(const std::string& what, const std::function<bool()>& holds) {
    EXPECT_TRUE(loop_.RunUntil(holds)) << "waited in vain: " << what << Log();
  }
  /// Returns the reply. Returns a client error as Reply::Kind::kError.
  Reply Run(const std::string& key, std::vector<std::string> command) {
    return Wait([&](Client::Done done) { client_->Run(key, std::move(command), std::move(done)); });
  }
  Client::Answer RunScript(const Script& script, std::vector<std::string> keys,
                           std::vector<std::string> arguments,
                           Durability durability = Durability::kMaster) {
    std::optional<Client::Answer> got;
    client_->RunScript(script, std::move(keys), std::move(arguments), durability,
                       [&](Client::Answer answer) { got.emplace(std::move(answer)); });
    Await("the script's answer", [&] { return got.has_value(); });
    return std::move(*got);
  }

  Pushes pushes;
  std::vector<std::string> subscribed;
  std::vector<std::string> interrupted;
  std::vector<std::string> log;
  std::function<void(std::string_view channel)> on_subscribed;

 private:
  template <typename Ask>
  Reply Wait(Ask ask) {
    std::optional<Client::Answer> got;
    ask([&](Client::Answer answer) { got.emplace(std::move(answer)); });
    Await("the answer", [&] { return got.has_value(); });
    if (*got) return std::move(**got);
    return {.kind = Reply::Kind::kError, .integer = 0, .text = got->error().message, .items = {}};
  }
  [[nodiscard]] std::string Log() const {
    std::string all;
    for (const std::string& line : log) all += "\n  " + line;
    return all;
  }

  void OnPush(std::string_view channel, std::string_view payload) override {
    pushes.emplace_back(channel, payload);
  }
  void OnSubscribed(std::string_view channel) override {
    subscribed.emplace_back(channel);
    if (on_subscribed) on_subscribed(channel);
  }
  void OnInterrupted(std::span<const std::string> channels) override {
    interrupted.insert(interrupted.end(), channels.begin(), channels.end());
  }

  http::FixtureLoop loop_;
  const std::shared_ptr<ClientCounters> counters_ = std::make_shared<ClientCounters>();
  std::unique_ptr<Client> client_;
};

}  // namespace prichal::valkey

#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/loop/outbound_connection.h"
#include "valkey/client.h"
#include "valkey/options.h"

namespace prichal::valkey {

/// Client of a single server or a cluster; it detects which. Belongs to the event loop of `loop`:
/// create it on that loop or before the loop runs, and destroy it before the loop. Commands without
/// a reply at destruction are dropped.
class ClusterClient final : public Client {
 public:
  /// `port` must outlive the client.
  ClusterClient(http::Outbound& loop, ClientOptions options, PushPort& port);
  ClusterClient(const ClusterClient&) = delete;
  ClusterClient& operator=(const ClusterClient&) = delete;
  ~ClusterClient() override;

  void Run(std::string_view key, std::vector<std::string> command, Done done) override;
  void RunScript(const Script& script, std::vector<std::string> keys,
                 std::vector<std::string> arguments, Durability durability, Done done) override;
  void Subscribe(std::string channel) override;
  void Unsubscribe(std::string_view channel) override;
  [[nodiscard]] bool ready() const override;

  /// Statistics; any thread.
  [[nodiscard]] const ClientCounters& counters() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::valkey

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/telemetry/exposition.h"
#include "config/settings.h"
#include "http/connection/handler.h"
#include "valkey/client.h"
#include "valkey/options.h"

namespace prichal::valkey {

/// Makes the clients of the servers that `store.valkey_*` name, before the loops run, and sums
/// their metrics while the loops run. Created on the main thread.
class ValkeyClients {
 public:
  using Log = std::function<void(const std::string& line)>;

  /// `log`: receives a line for each change of topology, on a loop; `log_error` one for each server
  /// that becomes unreachable. The error is one line that names the key, the reason and the fix,
  /// and no password.
  [[nodiscard]] static Result<std::shared_ptr<ValkeyClients>, std::string> Create(
      const config::Settings& settings, Log log, Log log_error = {});

  /// Creates a client on `loop` whose pushes go to `port`. `is_told`: this client logs changes of
  /// the servers; true for at most one client of each loop.
  [[nodiscard]] std::unique_ptr<Client> Make(http::Loop& loop, PushPort& port, PushKind pushes,
                                             bool is_told);

  /// Servers that must have a message before it is acknowledged.
  [[nodiscard]] Durability durability() const { return durability_; }
  [[nodiscard]] const std::string& password() const { return options_.uri.password; }
  /// Returns the sum over all clients. Any thread, while the loops run.
  [[nodiscard]] ClientCounters Stats() const;

 private:
  ValkeyClients(ClientOptions options, Durability durability, Log log, Log log_error)
      : options_(std::move(options)),
        durability_(durability),
        log_(std::move(log)),
        log_error_(std::move(log_error)) {}

  ClientOptions options_;
  Durability durability_;
  Log log_;
  Log log_error_;
  // Filled before the loops run, and only read while they run.
  std::vector<std::shared_ptr<ClientCounters>> counters_;
};

/// Writes the metrics `prichal_valkey_*` of the clients. `now` is steady time.
void AddValkeyClientMetrics(telemetry::Exposition& out, const ClientCounters& client, Millis now);

}  // namespace prichal::valkey

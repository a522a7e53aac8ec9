#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "http/loop/outbound_connection.h"
#include "signin/ledger/ledger.h"
#include "signin/ledger/valkey/commands.h"
#include "signin/ledger/valkey/names.h"
#include "valkey/client.h"
#include "valkey/node_connection.h"

namespace prichal::signin {

/// Creates the client of one loop. The client pushes news to `port`.
using MakeLedgerClient = std::function<std::unique_ptr<valkey::Client>(valkey::PushPort& port)>;

/// The part of ValkeyLedger on one loop: its client and its listener. Used on that loop, which must
/// outlive it.
class LedgerLoop final : private valkey::PushPort {
 public:
  struct Options {
    valkey::Durability durability = valkey::Durability::kMaster;
    LedgerClock clock = LedgerClock::kServers;
    /// The interval at which some partitions are searched for unfinished steps. 0 to disable.
    Millis complete_every{0};
    /// The age from which steps are completed. Younger ones are left to their own instance.
    Millis complete_after{0};
  };

  LedgerLoop(http::Outbound& loop, const MakeLedgerClient& make_client, const Options& options);
  LedgerLoop(const LedgerLoop&) = delete;
  LedgerLoop& operator=(const LedgerLoop&) = delete;
  ~LedgerLoop() override;

  [[nodiscard]] LedgerCommands& commands() { return commands_; }
  [[nodiscard]] Millis unix_time() const { return loop_.now().unix_time; }
  [[nodiscard]] valkey::Client& client() { return *client_; }

  void Listen(RevocationListener& listener);
  /// Returns whether the news channels of all partitions are subscribed.
  [[nodiscard]] bool listening() const { return confirmed_.all(); }

  struct Sought {
    SessionId session;
    std::optional<RefreshToken::Hash> refresh;  ///< required current token; empty: any
  };
  /// Finds a session. If news of the user's partition arrives meanwhile, repeats the query, so that
  /// the answer is not older than the listener's news.
  void Find(const Sought& sought, Millis now, Ledger::Done<std::optional<SignedIn>> done);

 private:
  void OnPush(std::string_view channel, std::string_view payload) override;
  void OnSubscribed(std::string_view channel) override;
  void OnInterrupted(std::span<const std::string> channels) override;

  void FindOf(const UserId& user, const Sought& sought, Millis now, int attempts,
              Ledger::Done<std::optional<SignedIn>> done);
  void CompleteSome();

  http::Outbound& loop_;
  const Options options_;
  RevocationListener* listener_ = nullptr;
  std::bitset<kPartitions> confirmed_;              ///< partitions whose channel is subscribed
  std::array<std::uint32_t, kPartitions> heard_{};  ///< number of news of each partition
  std::size_t next_partition_ = 0;                  ///< next to be searched
  valkey::Alarm completion_;
  // Destroyed before the members that pending callbacks use. Drops those callbacks.
  const std::unique_ptr<valkey::Client> client_;
  LedgerCommands commands_;
};

}  // namespace prichal::signin

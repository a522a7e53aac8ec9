#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "signin/ledger/ledger.h"
#include "signin/ledger/valkey/commands.h"
#include "signin/ledger/valkey/loop_ledger.h"

namespace prichal::signin {

struct ValkeyLedgerOptions {
  /// Selects whether replicas must have a write before it is confirmed. The clients' options set
  /// their number.
  valkey::Durability durability = valkey::Durability::kMaster;
  LedgerClock clock = LedgerClock::kServers;
  /// How much longer than its expiry a use is remembered, because clocks of instances and servers
  /// may differ by this time.
  Millis clocks_apart{300'000};
  /// The interval at which an eighth of all users is searched for steps that a crashed instance
  /// left unfinished. 0 to disable.
  Millis complete_every{10'000};
  Millis complete_after{10'000};
};

/// The ledger that several instances share, in a Valkey or Redis server or cluster (decision 37).
/// Each call uses the client of its loop. After an error the change may have been stored. Created
/// before the loops run, destroyed after they have ended. See Ledger.
class ValkeyLedger final : public Ledger {
 public:
  explicit ValkeyLedger(const ValkeyLedgerOptions& options);
  ValkeyLedger(const ValkeyLedger&) = delete;
  ValkeyLedger& operator=(const ValkeyLedger&) = delete;
  ~ValkeyLedger() override;

  /// Adds the next loop, from 0. Call it before any loop runs. `loop` must outlive the ledger.
  void AddLoop(http::Outbound& loop, const MakeLedgerClient& make_client);

  /// Returns the client of a loop. Call it on that loop.
  [[nodiscard]] valkey::Client& client(std::uint32_t loop) { return loops_.at(loop)->client(); }
  /// Returns whether the servers answer this loop, and whether it receives all news. On that loop.
  [[nodiscard]] bool ready(std::uint32_t loop) { return client(loop).ready(); }
  [[nodiscard]] bool listening(std::uint32_t loop) { return loops_.at(loop)->listening(); }

  void Listen(std::uint32_t loop, RevocationListener& listener) override;

  void Claim(std::uint32_t loop, const RefreshToken::Hash& bytes, std::string jkt, Millis expires,
             Millis now, Done<std::string> done) override;
  void SignInOrLink(std::uint32_t loop, LedgerSignIn request, Millis now,
                    Done<SignInAnswer> done) override;
  void Renew(std::uint32_t loop, Renewal request, Millis now, Done<RenewalAnswer> done) override;
  void Find(std::uint32_t loop, const SessionId& session, Millis now,
            Done<std::optional<SignedIn>> done) override;
  void FindByRefresh(std::uint32_t loop, const SessionId& session,
                     const RefreshToken::Hash& refresh, Millis now,
                     Done<std::optional<SignedIn>> done) override;
  void SessionsOf(std::uint32_t loop, const UserId& user, Millis now,
                  Done<std::vector<Session>> done) override;
  void End(std::uint32_t loop, const UserId& user, const SessionId& session, Millis now,
           Done<bool> done) override;
  void EndAll(std::uint32_t loop, const UserId& user, Millis now,
              Done<std::vector<SessionId>> done) override;
  void Unlink(std::uint32_t loop, const UserId& user, IdentityKind kind, std::string key,
              Millis now, Done<UnlinkResult> done) override;
  void FindUser(std::uint32_t loop, IdentityKind kind, std::string key,
                Done<std::optional<UserId>> done) override;
  void Forget(std::uint32_t loop, const UserId& user, Millis now,
              Done<std::vector<SessionId>> done) override;

 private:
  [[nodiscard]] LedgerCommands& On(std::uint32_t loop) { return loops_.at(loop)->commands(); }

  const ValkeyLedgerOptions options_;
  std::vector<std::unique_ptr<LedgerLoop>> loops_;
};

}  // namespace prichal::signin

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "signin/ledger/ledger.h"
#include "signin/ledger/refresh_token.h"
#include "valkey/client.h"

namespace prichal::signin {

// These functions parse replies of user_steps.lua and key_steps.lua. Empty if a reply is malformed.

/// Returns the word that a reply consists of or begins with. Empty if none.
[[nodiscard]] std::string_view WordIn(const valkey::Reply& reply);
/// Returns an item of a list. A nil reply if there is none.
[[nodiscard]] const valkey::Reply& ItemOf(const valkey::Reply& list, std::size_t index);

[[nodiscard]] std::optional<Session> SessionIn(const valkey::Reply& reply, const UserId& user);
/// The result is sorted by kind and key.
[[nodiscard]] std::optional<std::vector<Identity>> IdentitiesIn(const valkey::Reply& reply);
[[nodiscard]] std::optional<SignedIn> SignedInBy(const valkey::Reply& session,
                                                 const valkey::Reply& identities,
                                                 const UserId& user);
[[nodiscard]] std::optional<std::vector<SessionId>> SessionIdsIn(const valkey::Reply& reply);

/// User and claim that are stored under the key of an identity.
struct Holder {
  UserId user;
  std::string claim;

  [[nodiscard]] std::string text() const { return user.text() + ' ' + claim; }
};
[[nodiscard]] std::optional<Holder> HolderIn(const valkey::Reply& reply);

/// The clock by which sessions and pending steps expire.
enum class LedgerClock {
  kServers,    ///< the clock of the server that stores the user
  kInstances,  ///< the clock of the calling instance; for tests
};

/// Runs the steps of the ledger on the servers. Each step is atomic: a function of user_steps.lua
/// for one user, or of key_steps.lua for any other key. The scripts describe arguments and replies.
///
/// Used on one loop, which must outlive it. Send no command after the client is destroyed.
/// Callbacks of commands without a reply are then dropped.
class LedgerCommands {
 public:
  using Done = UniqueFunction<void(Result<valkey::Reply, LedgerError>)>;

  LedgerCommands(valkey::Client& client, valkey::Durability durability, LedgerClock clock)
      : client_(client), durability_(durability), clock_(clock) {}

  /// Runs a step of key_steps.lua that writes. `done` is called after enough replicas have the
  /// write.
  void Write(std::string_view step, std::string key, std::vector<std::string> arguments,
             Done done) {
    RunKey(step, std::move(key), std::move(arguments), durability_, std::move(done));
  }
  /// Runs a step of key_steps.lua that only reads.
  void Read(std::string_view step, std::string key, std::vector<std::string> arguments, Done done) {
    RunKey(step, std::move(key), std::move(arguments), valkey::Durability::kMaster,
           std::move(done));
  }
  /// Runs a step of user_steps.lua that writes.
  void WriteUser(std::string_view step, const UserId& user, Millis now,
                 std::vector<std::string> arguments, Done done) {
    RunUser(step, user, now, std::move(arguments), durability_, std::move(done));
  }
  /// Runs a step of user_steps.lua that only reads.
  void ReadUser(std::string_view step, const UserId& user, Millis now,
                std::vector<std::string> arguments, Done done) {
    RunUser(step, user, now, std::move(arguments), valkey::Durability::kMaster, std::move(done));
  }
  void Get(const std::string& key, Done done);

  /// Releases an identity if `holder` is its holder.
  void Release(const std::string& identity_key, const Holder& holder, Done done);

  /// Finds the user of a session, which never changes. Empty if the session's absolute lifetime is
  /// over.
  void FindSessionUser(const SessionId& session,
                       UniqueFunction<void(Result<std::optional<UserId>, LedgerError>)> done);

 private:
  void RunKey(std::string_view step, std::string key, std::vector<std::string> arguments,
              valkey::Durability durability, Done done);
  void RunUser(std::string_view step, const UserId& user, Millis now,
               std::vector<std::string> arguments, valkey::Durability durability, Done done);

  valkey::Client& client_;
  const valkey::Durability durability_;
  const LedgerClock clock_;
};

/// Returns the error for a reply that our scripts never give: another program writes the same keys.
[[nodiscard]] LedgerError UnexpectedReply();

/// Finds the user of an identity: the user that the identity's key names, if that user's hash
/// confirms it. Empty if none.
void FindOwner(LedgerCommands& commands, IdentityKind kind, std::string_view key, Millis now,
               Ledger::Done<std::optional<UserId>> done);

}  // namespace prichal::signin

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "signin/ledger/ledger.h"
#include "signin/ledger/refresh_token.h"
#include "valkey/client.h"

namespace prichal::auth {

// These read the replies of user_steps.lua and key_steps.lua. Empty if a reply has another form.

/// The word that a reply is or begins with. Empty if there is none.
[[nodiscard]] std::string_view WordIn(const valkey::Reply& reply);
/// An item of a list. A nil reply if there is none.
[[nodiscard]] const valkey::Reply& ItemOf(const valkey::Reply& list, std::size_t index);

[[nodiscard]] std::optional<Session> SessionIn(const valkey::Reply& reply, const UserId& user);
/// Sorted by kind and key.
[[nodiscard]] std::optional<std::vector<Identity>> IdentitiesIn(const valkey::Reply& reply);
[[nodiscard]] std::optional<SignedIn> SignedInBy(const valkey::Reply& session,
                                                 const valkey::Reply& identities,
                                                 const UserId& user);
[[nodiscard]] std::optional<std::vector<SessionId>> SessionIdsIn(const valkey::Reply& reply);

/// The user and the claim that an identity's key names.
struct Holder {
  UserId user;
  std::string claim;

  [[nodiscard]] std::string text() const { return user.text() + ' ' + claim; }
};
[[nodiscard]] std::optional<Holder> HolderIn(const valkey::Reply& reply);

/// The clock by which sessions and notes expire.
enum class LedgerClock {
  kServers,    ///< that of the server that has the user
  kInstances,  ///< each instance's own: for tests, which move the time
};

/// Runs the steps of the ledger in the servers, each of which happens as a whole or not at all. A
/// step is a function of one of two scripts: user_steps.lua for steps of one user, key_steps.lua
/// for steps of any other key. The scripts describe the arguments and replies.
///
/// Used on one loop, which outlives it. Once the client is gone, commands must not be sent any
/// more; those without a reply are forgotten.
class LedgerCommands {
 public:
  using Done = UniqueFunction<void(Result<valkey::Reply, LedgerError>)>;

  LedgerCommands(valkey::Client& client, valkey::Durability durability, LedgerClock clock)
      : client_(client), durability_(durability), clock_(clock) {}

  /// Runs a step of key_steps.lua that writes. The reply comes once enough replicas have the write.
  void Write(std::string_view step, std::string key, std::vector<std::string> arguments, Done done);
  /// Runs a step of key_steps.lua that only reads.
  void Read(std::string_view step, std::string key, std::vector<std::string> arguments, Done done);
  /// Runs a step of user_steps.lua that writes.
  void WriteUser(std::string_view step, const UserId& user, Millis now,
                 std::vector<std::string> arguments, Done done);
  /// Runs a step of user_steps.lua that only reads.
  void ReadUser(std::string_view step, const UserId& user, Millis now,
                std::vector<std::string> arguments, Done done);
  void Get(const std::string& key, Done done);

  /// Releases an identity if this is its holder.
  void Release(const std::string& identity_key, const Holder& holder, Done done);

  /// Finds the user of a session, which never changes. Empty if the session has ended for good.
  void FindSessionUser(const SessionId& session,
                       UniqueFunction<void(Result<std::optional<UserId>, LedgerError>)> done);

 private:
  void RunUser(std::string_view step, const UserId& user, Millis now,
               std::vector<std::string> arguments, valkey::Durability durability, Done done);

  valkey::Client& client_;
  const valkey::Durability durability_;
  const LedgerClock clock_;
};

/// The error for a reply that none of our scripts gives: another program writes the same keys.
[[nodiscard]] LedgerError UnexpectedReply();

/// Finds the user who has an identity: the user that the identity's key names, if the user confirms
/// it.
void FindOwner(LedgerCommands& commands, IdentityKind kind, std::string_view key, Millis now,
               Ledger::Done<std::optional<UserId>> done);

}  // namespace prichal::auth

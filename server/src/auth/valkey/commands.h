#pragma once

#include <string>
#include <vector>

#include "auth/ledger.h"
#include "auth/valkey/replies.h"
#include "auth/valkey/scripts.h"
#include "base/clock.h"
#include "valkey/client.h"

namespace prichal::auth {

/// Whose clock says what is over.
enum class LedgerClock {
  kServers,    ///< the one that has the user
  kInstances,  ///< each instance's own: for tests, which make time pass
};

/// Runs the ledger's scripts on one loop. Must not be asked for anything more once its client is
/// gone; what has no answer then is forgotten.
class LedgerCommands {
 public:
  using Done = UniqueFunction<void(Result<valkey::Reply, LedgerError>)>;

  LedgerCommands(valkey::Client& client, const LedgerScripts& scripts,
                 valkey::Durability durability, LedgerClock clock)
      : client_(client), scripts_(scripts), durability_(durability), clock_(clock) {}

  [[nodiscard]] const LedgerScripts& scripts() const { return scripts_; }

  /// A script that writes: its answer says that so many replicas have it as have to.
  void Write(const valkey::Script& script, std::string key, std::vector<std::string> arguments,
             Done done);
  /// A script that does not.
  void Read(const valkey::Script& script, std::string key, std::vector<std::string> arguments,
            Done done);
  /// The same for those whose first argument is the time.
  void WriteUser(const valkey::Script& script, const UserId& user, Millis now,
                 std::vector<std::string> arguments, Done done);
  void ReadUser(const valkey::Script& script, const UserId& user, Millis now,
                std::vector<std::string> arguments, Done done);
  void Get(const std::string& key, Done done);

  /// Takes an identity from this one, and from nobody else.
  void Release(const std::string& identity_key, const Holder& holder, Done done);

  /// The user of a session, which never changes; nothing: it is over for good.
  void UserOfSession(const SessionId& session,
                     UniqueFunction<void(Result<std::optional<UserId>, LedgerError>)> done);

 private:
  void Run(const valkey::Script& script, std::string key, std::vector<std::string> arguments,
           valkey::Durability durability, Done done);
  [[nodiscard]] std::string Time(Millis now) const;

  valkey::Client& client_;
  const LedgerScripts& scripts_;
  const valkey::Durability durability_;
  const LedgerClock clock_;
};

/// For a reply that no script of ours gives: another program writes to the same keys.
[[nodiscard]] LedgerError UnexpectedReply();

}  // namespace prichal::auth

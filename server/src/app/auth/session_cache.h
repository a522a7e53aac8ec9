#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/auth/recently_used.h"
#include "auth/revocations.h"
#include "base/bytes.h"
#include "base/clock.h"

namespace prichal::app {

/// What /auth/verify says of a session: made when the ledger has found it, sent as it is.
struct VerifiedSession {
  auth::UserId user;
  Millis auth_time{0};  ///< unix time of the latest proof
  Millis over{0};       ///< unix time at which the session is over unless it is renewed
  bool has_telegram = false;
  /// A response's head with the wallet that was proven last, of each network one. The first is of
  /// the wallet that was proven last of all; of a user without a wallet it is the only one, and its
  /// network empty.
  struct Answer {
    std::string network;  ///< global id: "-239"
    SharedBytes head;
  };
  std::vector<Answer> answers;

  [[nodiscard]] bool has_ton() const { return !answers.front().network.empty(); }
  /// Null: the user has no wallet of this network. Empty: any.
  [[nodiscard]] const SharedBytes* HeadFor(std::string_view network) const;
};

/// Sessions that the ledger has found lately, until it tells that one has ended or its user is not
/// what he was: nothing is kept while such news could be missed, and nothing longer than
/// auth::Revocations::kLongestKept. Of one loop, and bounded by bytes: what is used over and over
/// stays.
class SessionCache final : public auth::RevocationListener {
 public:
  explicit SessionCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Null: the ledger has to be asked. Valid until the next call.
  [[nodiscard]] const VerifiedSession* Find(const auth::SessionId& session, Time now);
  /// What the ledger has just answered.
  void Insert(const auth::SessionId& session, VerifiedSession found, Time now);

  [[nodiscard]] std::size_t size() const { return sessions_.size(); }
  [[nodiscard]] std::size_t bytes() const { return sessions_.bytes(); }

  void OnEnded(const auth::SessionId& session) override { Erase(session); }
  void OnChanged(const auth::UserId& user) override;
  void OnLost() override;
  void OnListening() override { listening_ = true; }

 private:
  struct Kept {
    VerifiedSession session;
    Millis until{0};  ///< steady time
  };

  void Erase(const auth::SessionId& session);

  const std::size_t most_bytes_;
  bool listening_ = false;
  RecentlyUsed<auth::SessionId, Kept, HashOfRandom> sessions_;
  std::unordered_multimap<auth::UserId, auth::SessionId, HashOfRandom> by_user_;
};

}  // namespace prichal::app

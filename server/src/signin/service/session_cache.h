#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "signin/service/recently_used.h"
#include "signin/ledger/revocations.h"
#include "base/bytes.h"
#include "base/clock.h"

namespace prichal::app {

/// The response of /auth/verify about a session: made when the ledger has found it, and sent as it
/// is.
struct VerifiedSession {
  auth::UserId user;
  Millis auth_time{0};  ///< unix time of the latest proof
  Millis over{0};       ///< unix time at which the session is over unless it is renewed
  bool has_telegram = false;
  /// A response head for each network, with the wallet of that network that was proven last. The
  /// first is of the wallet that was proven last of all. A user without a wallet has only one, with
  /// an empty network.
  struct Answer {
    std::string network;  ///< global id: "-239"
    SharedBytes head;
  };
  std::vector<Answer> answers;

  [[nodiscard]] bool has_ton() const { return !answers.front().network.empty(); }
  /// Returns the head for a network; empty stands for any. Null if the user has no wallet of this
  /// network.
  [[nodiscard]] const SharedBytes* HeadFor(std::string_view network) const;
};

/// A cache of sessions that the ledger has found lately. An entry is dropped when its session ends
/// or its user changes, and after auth::Revocations::kLongestKept. Nothing is kept while such news
/// could be missed. Bounded by bytes: entries that are often used stay. Used on one loop.
class SessionCache final : public auth::RevocationListener {
 public:
  explicit SessionCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Finds a session. Null if the ledger must be asked. Valid until the next call.
  [[nodiscard]] const VerifiedSession* Find(const auth::SessionId& session, Time now);
  /// Adds an answer of the ledger.
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

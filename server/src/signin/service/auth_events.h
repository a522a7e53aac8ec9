#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/address.h"
#include "base/clock.h"
#include "base/interface.h"
#include "signin/ledger/ledger.h"

namespace prichal::signin {

/// The types of events about users and sessions.
enum class AuthEventType : std::uint8_t {
  kUserCreated,
  kUserMerged,
  kUserForgotten,
  kSessionCreated,
  kSessionRevoked,
  kSessionCompromised,
  kIdentityLinked,
  kIdentityUnlinked,
};
inline constexpr std::size_t kAuthEventTypes = 8;
/// Returns the name of a type, such as `user.created`.
[[nodiscard]] std::string_view NameOf(AuthEventType type);

/// The reasons for which a session ends early.
enum class EndReason : std::uint8_t {
  kSignedOut,  ///< by the session itself
  kByUser,     ///< by another session of its user
  kOperator,
  kMerged,     ///< its user was merged into another one
  kForgotten,  ///< its user was deleted
};
[[nodiscard]] std::string_view NameOf(EndReason reason);

/// One change that the ledger has stored. Has only IDs, nothing that signs a user in. A value.
struct AuthEvent {
  AuthEventType type = AuthEventType::kUserCreated;
  Millis time{0};  ///< unix time
  UserId user;
  std::optional<SessionId> session = {};
  std::string identity = {};  ///< in the form of NameOf() in identities.h
  std::vector<std::string> amr = {};
  std::string_view reason = {};          ///< of an ended session: NameOf(EndReason)
  std::optional<UserId> into = {};       ///< user into whom this one was merged
  std::optional<IpAddress> client = {};  ///< empty: an operator, or not relevant
  /// For a change of an account: its identities before and after it, in the form of NameOf().
  std::optional<std::vector<std::string>> before = {};
  std::optional<std::vector<std::string>> after = {};
  std::string proof = {};  ///< identity whose fresh proof allowed the change
};

/// Receives all events, on any loop. Must not block.
class AuthEventListener : public Interface {
 public:
  virtual void OnEvent(const AuthEvent& event) = 0;
  /// Called when a request was refused with a problem of this code.
  virtual void OnRefused(std::string_view code, const IpAddress& client, Millis now) {
    (void)code;
    (void)client;
    (void)now;
  }
};

/// The client and the time of a request.
struct AuthOrigin {
  Millis now{0};                         ///< unix time
  std::optional<IpAddress> client = {};  ///< empty: an operator
};

/// Turns the ledger's answers into events. Each endpoint passes an answer to it before it responds.
/// One for all loops; any loop.
class AuthEvents {
 public:
  /// Adds a listener. Call it before the loops run. `listener` must outlive this.
  void Add(AuthEventListener& listener) { listeners_.push_back(&listener); }

  void SignedIn(const AuthOrigin& from, const Identity& identity, const SignInAnswer& answer);
  void Renewed(const AuthOrigin& from, const RenewalAnswer& answer);
  void Ended(const AuthOrigin& from, const UserId& user, std::span<const SessionId> sessions,
             EndReason reason);
  /// `before`: the identities before the change. `proof`: the identity that allowed it.
  void Unlinked(const AuthOrigin& from, const signin::SignedIn& before, IdentityKind kind,
                std::string_view key, const Identity& proof);
  /// `sessions`: the user's sessions at the end. `before` and `proof` are null if an operator did
  /// it.
  void Forgotten(const AuthOrigin& from, const UserId& user, std::span<const SessionId> sessions,
                 const std::vector<Identity>* before = nullptr, const Identity* proof = nullptr);
  void Refused(std::string_view code, const IpAddress& client, Millis now);

  /// Returns the number of events of a type. Any thread.
  [[nodiscard]] std::uint64_t count(AuthEventType type) const {
    return counts_.at(static_cast<std::size_t>(type)).load(std::memory_order_relaxed);
  }

 private:
  void Notify(const AuthEvent& event);

  std::vector<AuthEventListener*> listeners_;
  std::array<std::atomic<std::uint64_t>, kAuthEventTypes> counts_{};
};

}  // namespace prichal::signin

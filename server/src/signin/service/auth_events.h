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
#include "signin/ledger/ledger.h"

namespace prichal::app {

/// The kinds of events about users and sessions.
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
/// The name of a kind, such as `user.created`.
[[nodiscard]] std::string_view NameOf(AuthEventType type);

/// The reasons why sessions end early.
enum class EndReason : std::uint8_t {
  kSignedOut,  ///< by the session itself
  kByUser,     ///< by another session of its user
  kOperator,
  kMerged,     ///< its user has become another one
  kForgotten,  ///< its user is there no more
};
[[nodiscard]] std::string_view NameOf(EndReason reason);

/// One event that the ledger has stored. Has only ids, nothing that signs a user in.
struct AuthEvent {
  AuthEventType type = AuthEventType::kUserCreated;
  Millis time{0};  ///< unix time
  auth::UserId user;
  std::optional<auth::SessionId> session = {};
  std::string identity = {};  ///< as NameOf() of identities.h writes it
  std::vector<std::string> amr = {};
  std::string_view reason = {};           ///< of an end
  std::optional<auth::UserId> into = {};  ///< who a merged user has become
  std::optional<IpAddress> client = {};   ///< nothing: an operator, or no business of this event
  /// For a change of an account: its identities before and after, in the form of NameOf().
  std::optional<std::vector<std::string>> before = {};
  std::optional<std::vector<std::string>> after = {};
  std::string proof = {};  ///< the identity whose fresh proof allowed it
};

/// Gets all events, on any loop. Must not block.
class AuthEventListener {
 public:
  AuthEventListener() = default;
  AuthEventListener(const AuthEventListener&) = delete;
  AuthEventListener& operator=(const AuthEventListener&) = delete;
  virtual ~AuthEventListener() = default;

  virtual void OnEvent(const AuthEvent& event) = 0;
  /// A request was refused with the problem of this code.
  virtual void OnRefused(std::string_view code, const IpAddress& client, Millis now) {
    (void)code;
    (void)client;
    (void)now;
  }
};

/// The client and the time of a request.
struct AuthOrigin {
  Millis now{0};                         ///< unix time
  std::optional<IpAddress> client = {};  ///< nothing: an operator
};

/// Turns answers of the ledger into events. Every caller of the ledger passes its answer to this
/// class before it responds. Any loop.
class AuthEvents {
 public:
  /// Adds a listener, before any event. `listener` must outlive this.
  void Add(AuthEventListener& listener) { listeners_.push_back(&listener); }

  void SignedIn(const AuthOrigin& from, const auth::Identity& identity,
                const auth::SignInAnswer& answer);
  void Renewed(const AuthOrigin& from, const auth::RenewalAnswer& answer);
  void Ended(const AuthOrigin& from, const auth::UserId& user,
             std::span<const auth::SessionId> sessions, EndReason reason);
  /// `before` are the identities with this one. `proof` is the one that allowed the change.
  void Unlinked(const AuthOrigin& from, const auth::SignedIn& before, auth::IdentityKind kind,
                std::string_view key, const auth::Identity& proof);
  /// `sessions` are those that the user had. `before` and `proof` are empty if an operator did it.
  void Forgotten(const AuthOrigin& from, const auth::UserId& user,
                 std::span<const auth::SessionId> sessions,
                 const std::vector<auth::Identity>* before = nullptr,
                 const auth::Identity* proof = nullptr);
  void Refused(std::string_view code, const IpAddress& client, Millis now);

  /// The number of events of a kind. Any thread.
  [[nodiscard]] std::uint64_t count(AuthEventType type) const {
    return counts_.at(static_cast<std::size_t>(type)).load(std::memory_order_relaxed);
  }

 private:
  void Notify(const AuthEvent& event);

  std::vector<AuthEventListener*> listeners_;
  std::array<std::atomic<std::uint64_t>, kAuthEventTypes> counts_{};
};

}  // namespace prichal::app

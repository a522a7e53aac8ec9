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

#include "auth/ledger.h"
#include "base/clock.h"
#include "base/ip_address.h"

namespace prichal::app {

/// What can happen to users and their sessions.
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
/// `user.created` and so on.
[[nodiscard]] std::string_view NameOf(AuthEventType type);

/// Why sessions have ended before their time.
enum class EndReason : std::uint8_t {
  kSignedOut,  ///< by the session itself
  kByUser,     ///< by another session of its user
  kOperator,
  kMerged,     ///< its user has become another one
  kForgotten,  ///< its user is there no more
};
[[nodiscard]] std::string_view NameOf(EndReason reason);

/// One thing that has happened, and that the ledger keeps. Holds ids alone: nothing of it signs
/// anybody in.
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
  /// For a change of an account: its identities before and after, as NameOf() writes them.
  std::optional<std::vector<std::string>> before = {};
  std::optional<std::vector<std::string>> after = {};
  std::string proof = {};  ///< the identity whose fresh proof allowed it
};

/// Is told of everything, on any loop, and must not wait.
class AuthEventListener {
 public:
  AuthEventListener() = default;
  AuthEventListener(const AuthEventListener&) = delete;
  AuthEventListener& operator=(const AuthEventListener&) = delete;
  virtual ~AuthEventListener() = default;

  virtual void OnEvent(const AuthEvent& event) = 0;
  /// A request was answered with the problem of this code.
  virtual void OnRefused(std::string_view code, const IpAddress& client, Millis now) {
    (void)code;
    (void)client;
    (void)now;
  }
};

/// From where something was asked for, and when.
struct AuthOrigin {
  Millis now{0};                         ///< unix time
  std::optional<IpAddress> client = {};  ///< nothing: an operator
};

/// The one place where answers of the ledger become events. What has asked the ledger for something
/// hands its answer in here, before it answers anybody else. Any loop.
class AuthEvents {
 public:
  /// Before any event. `listener` must outlive this.
  void Add(AuthEventListener& listener) { listeners_.push_back(&listener); }

  void SignedIn(const AuthOrigin& from, const auth::Identity& identity,
                const auth::SignInAnswer& answer);
  void Renewed(const AuthOrigin& from, const auth::RenewalAnswer& answer);
  void Ended(const AuthOrigin& from, const auth::UserId& user,
             std::span<const auth::SessionId> sessions, EndReason reason);
  /// `before`: with the identity still. `proof`: what allowed it.
  void Unlinked(const AuthOrigin& from, const auth::SignedIn& before, auth::IdentityKind kind,
                std::string_view key, const auth::Identity& proof);
  /// `sessions`: that the user had until now. `before` and `proof`: unless an operator did it.
  void Forgotten(const AuthOrigin& from, const auth::UserId& user,
                 std::span<const auth::SessionId> sessions,
                 const std::vector<auth::Identity>* before = nullptr,
                 const auth::Identity* proof = nullptr);
  void Refused(std::string_view code, const IpAddress& client, Millis now);

  /// How many there were. Any thread.
  [[nodiscard]] std::uint64_t count(AuthEventType type) const {
    return counts_.at(static_cast<std::size_t>(type)).load(std::memory_order_relaxed);
  }

 private:
  void Tell(const AuthEvent& event);

  std::vector<AuthEventListener*> listeners_;
  std::array<std::atomic<std::uint64_t>, kAuthEventTypes> counts_{};
};

}  // namespace prichal::app

#pragma once

#include <memory>
#include <utility>

#include "app/auth/counters.h"
#include "app/auth/shared.h"
#include "auth/signing_keys.h"
#include "base/secret.h"
#include "net/loop.h"

namespace prichal::app {

/// Sign-in on one loop: what requests there need, and nobody else touches.
class AuthLoop {
 public:
  AuthLoop(AuthShared& shared, net::Loop& loop, std::shared_ptr<const auth::SigningKeys> keys)
      : shared_(shared), loop_(loop) {
    Use(std::move(keys));
  }
  AuthLoop(const AuthLoop&) = delete;
  AuthLoop& operator=(const AuthLoop&) = delete;
  ~AuthLoop() { Wipe(cookie_key_); }

  [[nodiscard]] AuthShared& shared() const { return shared_; }
  [[nodiscard]] const AuthOptions& options() const { return shared_.options; }
  [[nodiscard]] auth::Ledger& ledger() const { return shared_.ledger; }
  [[nodiscard]] net::Loop& loop() const { return loop_; }
  [[nodiscard]] std::uint32_t index() const { return loop_.index(); }
  [[nodiscard]] Millis unix_time() const { return loop_.now().unix_time; }
  [[nodiscard]] const auth::SigningKeys& keys() const { return *keys_; }
  /// Of SessionCookie.
  [[nodiscard]] const auth::MacKey& cookie_key() const { return cookie_key_; }
  [[nodiscard]] AuthCounters& counters() { return counters_; }
  [[nodiscard]] const AuthCounters& counters() const { return counters_; }

  /// Any thread: from the loop's next task on, these sign and verify.
  void ToUse(std::shared_ptr<const auth::SigningKeys> keys) {
    loop_.PostAlways([this, keys = std::move(keys)]() mutable { Use(std::move(keys)); });
  }

 private:
  void Use(std::shared_ptr<const auth::SigningKeys> keys) {
    keys_ = std::move(keys);
    cookie_key_ = keys_->DeriveKey("session cookie");
  }

  AuthShared& shared_;
  net::Loop& loop_;
  std::shared_ptr<const auth::SigningKeys> keys_;
  auth::MacKey cookie_key_{};
  AuthCounters counters_;
};

}  // namespace prichal::app

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "signin/keys/key_rotation.h"
#include "signin/ledger/ledger.h"
#include "signin/keys/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"

namespace prichal::app {

/// The storage of sign-in: the ledger and the signing keys, in files of this process or in servers
/// that several instances share.
///
/// Belongs to the main thread; its ledger belongs to the loops. Started before the loops run, and
/// must outlive them until Stop().
class AuthBackend {
 public:
  using Keys = std::shared_ptr<const auth::SigningKeys>;
  /// Gets the keys after each change. Called on any thread, one call at a time.
  using OnKeys = std::function<void(const Keys&)>;

  AuthBackend() = default;
  AuthBackend(const AuthBackend&) = delete;
  AuthBackend& operator=(const AuthBackend&) = delete;
  virtual ~AuthBackend() = default;

  /// The ledger, usable until Stop().
  [[nodiscard]] virtual auth::Ledger& ledger() = 0;
  /// The keys at the start. Null if the first keys also come by OnKeys.
  [[nodiscard]] virtual Keys first_keys() const = 0;

  /// Starts the storage. Called once, before the loops run.
  virtual void Start(OnKeys on_keys) = 0;
  /// Waits until there are keys, or until it is known that they are unavailable for now. Called
  /// once, while the loops run. The error is one line: with these settings no user can ever sign
  /// in.
  virtual Result<void, std::string> AwaitKeys() = 0;

  /// The interval at which to call RefreshKeys().
  static constexpr Millis kInterval = auth::KeyRotation::kInterval;
  /// Reads changes of other instances and rotates keys that are due, now or soon.
  virtual void RefreshKeys() = 0;

  /// False while no user can sign in. Any thread.
  [[nodiscard]] virtual bool ready() const = 0;

  /// Stops the storage, after the loops have ended and before they are destroyed. Pending requests
  /// get no answer, or one that a loop would run. A second call does nothing.
  virtual void Stop() = 0;
};

}  // namespace prichal::app

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "auth/key_rotation.h"
#include "auth/ledger.h"
#include "auth/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"

namespace prichal::app {

/// Where sign-in keeps what it knows: the ledger, and the keys that sign. In files of this process,
/// or in servers that several instances share.
///
/// Belongs to the main thread; its ledger to the loops, before which it is started, and which it
/// must outlive until Stop().
class AuthBackend {
 public:
  using Keys = std::shared_ptr<const auth::SigningKeys>;
  /// Gets keys that are others than those before; on any thread, one call after the other.
  using OnKeys = std::function<void(const Keys&)>;

  AuthBackend() = default;
  AuthBackend(const AuthBackend&) = delete;
  AuthBackend& operator=(const AuthBackend&) = delete;
  virtual ~AuthBackend() = default;

  /// Until Stop().
  [[nodiscard]] virtual auth::Ledger& ledger() = 0;
  /// What the loops begin with; null: the first keys come by OnKeys too.
  [[nodiscard]] virtual Keys first_keys() const = 0;

  /// Once, before the loops run.
  virtual void Start(OnKeys on_keys) = 0;
  /// Once, while the loops run: returns when there are keys, or when it is known that they cannot
  /// be had for now. The error is one line: with these settings nobody would ever sign in.
  virtual Result<void, std::string> AwaitKeys() = 0;

  /// How often to call RefreshKeys().
  static constexpr Millis kInterval = auth::KeyRotation::kInterval;
  /// Takes what others have changed and rotates what is due, now or soon.
  virtual void RefreshKeys() = 0;

  /// False while nobody can be signed in. Any thread.
  [[nodiscard]] virtual bool ready() const = 0;

  /// When the loops have ended, and before they are destroyed. What still waits for an answer gets
  /// none, or one that a loop would run. A second call does nothing.
  virtual void Stop() = 0;
};

}  // namespace prichal::app

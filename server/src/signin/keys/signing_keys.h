#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/secret.h"
#include "signin/ledger/challenge.h"
#include "signin/token/private_key.h"
#include "signin/token/public_key.h"

namespace prichal::signin {

/// The states of a key. A key is published before it signs, and until all tokens that it signed
/// have expired.
enum class KeyState : std::uint8_t {
  kActive,   ///< signs
  kNext,     ///< published in advance, because verifiers cache the set
  kRetired,  ///< no longer signs; tokens that it signed are valid
};

/// Returns the name of a state in `prichal keys list`, such as "next".
[[nodiscard]] std::string_view NameOf(KeyState state);

/// A key with its times, in Unix time.
struct SigningKey {
  token::PrivateKey key;
  KeyState state = KeyState::kActive;
  Millis created{0};
  Millis active_from{0};   ///< time from which it signs
  Millis retired_at{0};    ///< of a retired key
  Millis forgotten_at{0};  ///< of a retired key: no token that it signed is valid from then on

  [[nodiscard]] const std::string& id() const { return key.public_key().thumbprint(); }
};

/// The keys that sign and verify tokens, and the MAC keys. Immutable: a rotation creates a new
/// object. Any thread.
class SigningKeys {
 public:
  /// The secret from which MAC keys are derived. It survives rotations, so sessions do too.
  using Root = std::shared_ptr<const SecretBytes<32>>;

  /// Checks that one key is active, at most one is next, and all differ. The error names the
  /// violated rule.
  [[nodiscard]] static Result<std::shared_ptr<const SigningKeys>, std::string> Make(
      std::vector<SigningKey> keys, Root root);
  /// Creates one new key that signs at once: for servers without a data folder, and for the first
  /// start.
  [[nodiscard]] static std::shared_ptr<const SigningKeys> Generate(token::Algorithm algorithm,
                                                                   Millis now);
  /// Creates a random root.
  [[nodiscard]] static Root NewRoot();

  SigningKeys(const SigningKeys&) = delete;
  SigningKeys& operator=(const SigningKeys&) = delete;
  ~SigningKeys();

  /// Returns the key that signs.
  [[nodiscard]] const token::PrivateKey& active() const { return keys_.front().key; }
  /// Returns the keys that verify, the active one first.
  [[nodiscard]] const token::JwkSet& published() const { return published_; }
  /// Returns the active key, the next one, then the retired ones, newest first.
  [[nodiscard]] const std::vector<SigningKey>& keys() const { return keys_; }

  /// MAC keys of Challenge and signin::RefreshToken. They depend only on the root.
  [[nodiscard]] const MacKey& challenge_key() const { return challenge_key_; }
  [[nodiscard]] const MacKey& refresh_key() const { return refresh_key_; }
  /// Derives a key for the purpose `label`. The result depends only on the root and the label. The
  /// caller must wipe it.
  [[nodiscard]] MacKey DeriveKey(std::string_view label) const;

  [[nodiscard]] const Root& root() const { return root_; }

 private:
  SigningKeys(std::vector<SigningKey> keys, Root root);

  std::vector<SigningKey> keys_;
  token::JwkSet published_;
  Root root_;
  MacKey challenge_key_{};
  MacKey refresh_key_{};
};

}  // namespace prichal::signin

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

namespace prichal::auth {

/// The states of a key. A key is published before it signs, and until everything that it has signed
/// has expired.
enum class KeyState : std::uint8_t {
  kNext,     ///< published, so that verifiers that keep the set for a while have it in time
  kActive,   ///< signs
  kRetired,  ///< signs no more; what it has signed still counts
};

/// The name of a state in `prichal keys list`, such as "next".
[[nodiscard]] std::string_view NameOf(KeyState state);

/// A key with its times, in Unix time.
struct SigningKey {
  token::PrivateKey key;
  KeyState state = KeyState::kActive;
  Millis created{0};
  Millis active_from{0};   ///< when it has begun to sign, or will
  Millis retired_at{0};    ///< of a retired one
  Millis forgotten_at{0};  ///< of a retired one: when nothing that it has signed counts any more

  [[nodiscard]] const std::string& id() const { return key.public_key().thumbprint(); }
};

/// The keys that sign and verify tokens, and the MAC keys. Immutable: a rotation makes another one.
/// Any thread.
class SigningKeys {
 public:
  /// The secret from which MAC keys are derived. It outlives every rotation, and so do sessions.
  using Root = std::shared_ptr<const SecretBytes<32>>;

  /// Checks that one key is active, at most one is next and all are different. The error says what
  /// is wrong.
  [[nodiscard]] static Result<std::shared_ptr<const SigningKeys>, std::string> Make(
      std::vector<SigningKey> keys, Root root);
  /// Makes one new key that signs at once: for servers without a data folder, and for the first
  /// start.
  [[nodiscard]] static std::shared_ptr<const SigningKeys> Generate(token::Algorithm algorithm,
                                                                   Millis now);
  [[nodiscard]] static Root NewRoot();

  SigningKeys(const SigningKeys&) = delete;
  SigningKeys& operator=(const SigningKeys&) = delete;
  ~SigningKeys();

  /// The key that signs.
  [[nodiscard]] const token::PrivateKey& active() const { return keys_.front().key; }
  /// The keys that verify, the active one first.
  [[nodiscard]] const token::JwkSet& published() const { return published_; }
  /// The active key, the next one, then the retired ones, the latest first.
  [[nodiscard]] const std::vector<SigningKey>& keys() const { return keys_; }

  [[nodiscard]] const MacKey& challenge_key() const { return challenge_key_; }
  [[nodiscard]] const MacKey& refresh_key() const { return refresh_key_; }
  /// Derives a key for the purpose that `label` names: the same key as long as the root lives. The
  /// caller must overwrite it.
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

}  // namespace prichal::auth

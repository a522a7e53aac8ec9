#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "auth/challenge.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/secret.h"
#include "token/jwk_set.h"
#include "token/private_key.h"

namespace prichal::auth {

/// What becomes of a key: each is published before it signs, and until nothing that it has signed
/// counts any more.
enum class KeyState : std::uint8_t {
  kNext,     ///< published, so that verifiers that keep the set for a while have it in time
  kActive,   ///< signs
  kRetired,  ///< signs no more; what it has signed still counts
};

/// As in `prichal keys list`: "next".
[[nodiscard]] std::string_view NameOf(KeyState state);

/// A key with its times, all of them unix time.
struct SigningKey {
  token::PrivateKey key;
  KeyState state = KeyState::kActive;
  Millis created{0};
  Millis active_from{0};   ///< when it has begun to sign, or will
  Millis retired_at{0};    ///< of a retired one
  Millis forgotten_at{0};  ///< of a retired one: when nothing that it has signed counts any more

  [[nodiscard]] const std::string& id() const { return key.public_key().thumbprint(); }
};

/// What tokens are signed and verified with at one moment, and the keys of MACs. It does not
/// change: a rotation makes another one. Any thread.
class SigningKeys {
 public:
  /// What the keys of MACs are derived from. It outlives every rotation, and so do sessions.
  using Root = std::shared_ptr<const SecretBytes<32>>;

  /// The error says what is wrong with them: one is active, one at most is next, all are different.
  [[nodiscard]] static Result<std::shared_ptr<const SigningKeys>, std::string> Make(
      std::vector<SigningKey> keys, Root root);
  /// One new key, which signs at once: for who keeps none anywhere, and for the first start.
  [[nodiscard]] static std::shared_ptr<const SigningKeys> Generate(token::Algorithm algorithm,
                                                                   Millis now);
  [[nodiscard]] static Root NewRoot();

  SigningKeys(const SigningKeys&) = delete;
  SigningKeys& operator=(const SigningKeys&) = delete;
  ~SigningKeys();

  /// Signs.
  [[nodiscard]] const token::PrivateKey& active() const { return keys_.front().key; }
  /// Verifies: all of them, the active one first.
  [[nodiscard]] const token::JwkSet& published() const { return published_; }
  /// The active one, the next one, the retired ones, the latest first.
  [[nodiscard]] const std::vector<SigningKey>& keys() const { return keys_; }

  [[nodiscard]] const MacKey& challenge_key() const { return challenge_key_; }
  [[nodiscard]] const MacKey& refresh_key() const { return refresh_key_; }
  /// A key for another purpose, which its label names: the same one for as long as the root lives.
  /// The caller overwrites it.
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

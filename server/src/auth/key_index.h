#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "auth/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"

namespace prichal::auth {

/// What is known of a key besides itself.
struct KeyRecord {
  std::string id;  ///< its thumbprint: 43 characters of base64url
  KeyState state = KeyState::kActive;
  Millis created{0};
  Millis active_from{0};
  Millis retired_at{0};
  Millis forgotten_at{0};
};

/// What is known of all keys of one set. It holds no secret.
struct KeyIndex {
  /// Counts the changes, from 1 on: who changes the set says which one he has seen.
  std::uint64_t generation = 0;
  std::vector<KeyRecord> keys;

  static constexpr std::size_t kMaxBytes = 64 * 1024;
  static constexpr std::size_t kMaxKeys = 64;

  [[nodiscard]] static KeyIndex Of(const SigningKeys& keys, std::uint64_t generation);
  /// JSON, a line for each key; times are unix seconds.
  [[nodiscard]] std::string Write() const;
  /// The error says what cannot be read.
  [[nodiscard]] static Result<KeyIndex, std::string> Read(std::string_view text);
};

/// Whether it is written as thumbprints are: safe as a part of a path.
[[nodiscard]] bool IsKeyId(std::string_view text);

/// The key that a record is about.
[[nodiscard]] SigningKey WithRecord(token::PrivateKey key, const KeyRecord& record);

}  // namespace prichal::auth

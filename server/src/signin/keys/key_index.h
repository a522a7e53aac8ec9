#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "signin/keys/signing_keys.h"
#include "base/clock.h"
#include "base/result.h"

namespace prichal::auth {

/// The state and times of a key, without the key.
struct KeyRecord {
  std::string id;  ///< its thumbprint: 43 characters of base64url
  KeyState state = KeyState::kActive;
  Millis created{0};
  Millis active_from{0};
  Millis retired_at{0};
  Millis forgotten_at{0};
};

/// The states and times of all keys of one set. Has no secret.
struct KeyIndex {
  /// Counts the changes of the set, from 1. A change names the generation that it is based on.
  std::uint64_t generation = 0;
  std::vector<KeyRecord> keys;

  static constexpr std::size_t kMaxBytes = 64 * 1024;
  static constexpr std::size_t kMaxKeys = 64;

  [[nodiscard]] static KeyIndex Make(const SigningKeys& keys, std::uint64_t generation);
  /// Writes JSON with one line for each key. Times are Unix seconds.
  [[nodiscard]] std::string Write() const;
  /// Reads the same. The error says what cannot be read.
  [[nodiscard]] static Result<KeyIndex, std::string> Read(std::string_view text);
};

/// True if the text has the form of a thumbprint, which is safe in a path.
[[nodiscard]] bool IsKeyId(std::string_view text);

/// Joins a key and its record.
[[nodiscard]] SigningKey WithRecord(token::PrivateKey key, const KeyRecord& record);

}  // namespace prichal::auth

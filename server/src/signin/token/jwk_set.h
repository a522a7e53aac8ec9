#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/token/public_key.h"

namespace prichal::token {

/// The keys of an issuer (RFC 7517 section 5), for verification. Immutable after it has been built;
/// then any thread.
class JwkSet {
 public:
  static constexpr std::size_t kMaxBytes = 64 * 1024;
  static constexpr std::size_t kMaxKeys = 64;

  /// Parses a set. An unusable key is skipped and listed in skipped(), as RFC 7517 requires: an
  /// unknown type or curve, not for signatures, an `alg` that does not match the key, or invalid. A
  /// key without `kid` is named by its thumbprint. The error says why the text is not a set at all.
  [[nodiscard]] static Result<JwkSet, std::string> Read(std::string_view text);

  /// Adds a key, named by its thumbprint.
  void Add(PublicKey key);

  /// Returns the first key with this name and algorithm. Null if there is none. An empty name
  /// matches if exactly one key has the algorithm. The pointer is valid until the next Add().
  [[nodiscard]] const PublicKey* Find(std::string_view key_id, std::string_view algorithm) const;

  /// Writes the set for publication: each key with `alg`, `kid` and `use`, members in alphabetical
  /// order.
  [[nodiscard]] std::string Write() const;

  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  /// One line per skipped key: its index and the reason.
  [[nodiscard]] const std::vector<std::string>& skipped() const { return skipped_; }

 private:
  struct Named {
    std::string key_id;
    PublicKey key;
  };

  std::vector<Named> keys_;
  std::vector<std::string> skipped_;
};

}  // namespace prichal::token

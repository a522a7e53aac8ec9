#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "token/public_key.h"

namespace prichal::token {

/// The keys of an issuer (RFC 7517 section 5).
class JwkSet {
 public:
  static constexpr std::size_t kMaxBytes = 64 * 1024;
  static constexpr std::size_t kMaxKeys = 64;

  /// A key that cannot be used here is passed over and told in skipped(), as RFC 7517 wants it: of
  /// another kind or curve, not for signatures, for another algorithm than its own, or broken.
  /// Without `kid` it goes by its thumbprint. The error says why it is no set at all.
  [[nodiscard]] static Result<JwkSet, std::string> Read(std::string_view text);

  /// Under its thumbprint.
  void Add(PublicKey key);

  /// The first key of this name that signs by this algorithm; null when there is none. A name that
  /// is empty is any, as long as one key alone signs by that algorithm. Valid until the next Add().
  [[nodiscard]] const PublicKey* Find(std::string_view key_id, std::string_view algorithm) const;

  /// As it is published: each key with `alg`, `kid` and `use`, the members in the order of names.
  [[nodiscard]] std::string Write() const;

  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  /// One line for each key that was passed over: its place and the reason.
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

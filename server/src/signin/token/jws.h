#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "base/result.h"
#include "signin/token/private_key.h"
#include "signin/token/public_key.h"
#include "signin/token/refusal.h"

namespace prichal::token {

/// A parsed JSON Web Signature in compact form (RFC 7515). Nothing in it is verified; use only the
/// payload that Verify() returns.
class UnverifiedJws {
 public:
  static constexpr std::size_t kMaxBytes = 8 * 1024;

  /// Splits and decodes a token. Does not verify it.
  [[nodiscard]] static Result<UnverifiedJws, TokenRefusal> Parse(std::string_view text);

  // Header members for finding the key. Empty if absent. `jku`, `x5u` and `x5c` are ignored.
  [[nodiscard]] const std::string& algorithm() const { return algorithm_; }
  [[nodiscard]] const std::string& type() const { return type_; }
  [[nodiscard]] const std::string& key_id() const { return key_id_; }
  /// The complete header.
  [[nodiscard]] const boost::json::object& header() const { return header_; }

  /// Returns true if `typ` is this media type, with or without "application/" (RFC 7515 section
  /// 4.1.9).
  [[nodiscard]] bool IsOfType(std::string_view type) const;

  /// Returns the payload if `key` signed it with the key's own algorithm. Any thread.
  [[nodiscard]] Result<std::string, TokenRefusal> Verify(const PublicKey& key) const;

  /// For tools that display a token. Do not make decisions with it.
  [[nodiscard]] const std::string& unverified_payload() const { return payload_; }

 private:
  UnverifiedJws() = default;

  [[nodiscard]] static Result<UnverifiedJws, TokenRefusal> ReadHeader(std::string_view text);

  boost::json::object header_;
  std::string algorithm_;
  std::string type_;
  std::string key_id_;
  std::string signed_;  ///< header and payload as received
  std::string payload_;
  std::string signature_;
};

/// Signs a payload. The header gets `alg`, `kid` (the key's thumbprint) and `typ`, in this order.
/// Any thread.
[[nodiscard]] std::string SignJws(std::string_view type, std::string_view payload,
                                  const PrivateKey& key);

}  // namespace prichal::token

#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "base/result.h"
#include "token/private_key.h"
#include "token/public_key.h"
#include "token/refusal.h"

namespace prichal::token {

/// A JSON Web Signature in compact form (RFC 7515) that was taken apart. Nothing in it is proven:
/// what it says comes out of Verify() alone.
class UnverifiedJws {
 public:
  static constexpr std::size_t kMaxBytes = 8 * 1024;

  [[nodiscard]] static Result<UnverifiedJws, TokenRefusal> Parse(std::string_view text);

  // Of the header, to find the key by; empty where absent. `jku`, `x5u` and `x5c` are not looked
  // at.
  [[nodiscard]] const std::string& algorithm() const { return algorithm_; }
  [[nodiscard]] const std::string& type() const { return type_; }
  [[nodiscard]] const std::string& key_id() const { return key_id_; }
  /// All of it.
  [[nodiscard]] const boost::json::object& header() const { return header_; }

  /// Whether `typ` is this media type, written with "application/" or without (RFC 7515 section
  /// 4.1.9).
  [[nodiscard]] bool IsOfType(std::string_view type) const;

  /// The payload, when the key's owner has signed it with the key's own algorithm.
  [[nodiscard]] Result<std::string, TokenRefusal> Verify(const PublicKey& key) const;

  /// For those who look at a token and decide nothing by it.
  [[nodiscard]] const std::string& unverified_payload() const { return payload_; }

 private:
  UnverifiedJws() = default;

  [[nodiscard]] static Result<UnverifiedJws, TokenRefusal> ReadHeader(std::string_view text);

  boost::json::object header_;
  std::string algorithm_;
  std::string type_;
  std::string key_id_;
  std::string signed_;  ///< header and payload as they came
  std::string payload_;
  std::string signature_;
};

/// Signs a payload; the header gets `alg`, `kid` (the key's thumbprint) and `typ`, in this order.
[[nodiscard]] std::string SignJws(std::string_view type, std::string_view payload,
                                  const PrivateKey& key);

}  // namespace prichal::token

#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "bridge/core/client_id.h"
#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/ip_address.h"

namespace prichal::bridge {

/// Origin of a message: what a wallet shows to its user before a request is approved.
struct RequestSource {
  std::string origin;  ///< OriginFrom() of the Origin header
  IpAddress ip;
  std::string_view user_agent;
  Millis unix_time{0};
};

/// Encrypts request sources for their receivers: a sealed box (libsodium's crypto_box_seal: X25519,
/// XSalsa20-Poly1305) to the public key that the receiver's client ID is in hex, in standard
/// base64.
///
/// Sealing costs several times the rest of a message. A sealed source is cached for the current
/// second, so a sender that floods one receiver costs one sealing a second. One object per loop.
class RequestSources {
 public:
  /// Returns the sealed source; the same object for the same source within a second. Null if the
  /// client ID is a public key of small order, because anyone could open the box.
  SharedBytes Seal(const RequestSource& source, const ClientId& to);

 private:
  static constexpr std::size_t kMostBytes = 1024 * 1024;

  struct Hash {
    std::size_t operator()(const Fingerprint& fingerprint) const;
  };

  const Fingerprints fingerprints_;
  std::int64_t second_ = -1;
  boost::unordered_flat_map<Fingerprint, SharedBytes, Hash> sealed_;
  std::size_t bytes_ = 0;  ///< of sealed_
};

}  // namespace prichal::bridge

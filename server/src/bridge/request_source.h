#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/client_id.h"
#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/ip_address.h"

namespace prichal::bridge {

/// Where a message came from, as a wallet shows it to its owner before anything is agreed to.
struct RequestSource {
  std::string origin;  ///< OriginFrom() of the Origin header
  IpAddress ip;
  std::string_view user_agent;
  Millis unix_time{0};
};

/// Seals it so that only the receiver can read it: a sealed box (X25519, XSalsa20-Poly1305,
/// libsodium's crypto_box_seal) to the key whose hex the receiver's client id is, in standard
/// base64.
///
/// Sealing is several times the work of all the rest of a message. What was sealed in this second
/// (the source's time is in seconds) is kept until the next, so that a sender that says much to one
/// receiver, or floods it, costs one sealing a second. One loop each.
class RequestSources {
 public:
  /// The same bytes, not only equal ones, for the same source within a second. Null when the id is
  /// a key that has no owner (a point of small order): any reader could open what is sealed to it.
  SharedBytes Seal(const RequestSource& source, const ClientId& to);

 private:
  static constexpr std::size_t kMostBytes = 1024 * 1024;

  struct Hash {
    std::size_t operator()(const Fingerprint& fingerprint) const;
  };

  const Fingerprints fingerprints_;
  std::int64_t second_ = -1;
  boost::unordered_flat_map<Fingerprint, SharedBytes, Hash> sealed_;
  std::size_t bytes_ = 0;  ///< of these
};

}  // namespace prichal::bridge

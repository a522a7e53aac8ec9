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
#include "base/result.h"

namespace prichal::bridge {

/// Where a message came from, as a wallet shows it to its owner before he agrees to anything.
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
/// (the source's time is in seconds) is kept until the next, so that a sender who says much to one
/// receiver, or floods him, pays for it once a second. One loop each.
class RequestSources {
 public:
  /// The same bytes, not only equal ones, for the same source within a second. The error is for the
  /// sender: the id is a key that nobody can own (a point of small order), and anybody could open
  /// what is sealed to it.
  Result<SharedBytes, std::string> Seal(const RequestSource& source, const ClientId& to);

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

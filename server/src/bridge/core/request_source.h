#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/address.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/hash.h"
#include "bridge/core/client_id.h"

namespace prichal::bridge {

/// Origin of a message. A wallet shows it to its user before they approve a request. A plain value.
struct RequestSource {
  std::string origin;  ///< OriginFrom() of the Origin header
  IpAddress ip;
  std::string_view user_agent;
  Millis unix_time{0};
};

/// Hash of a keyed fingerprint. Clients cannot choose it, so any part of it is a hash.
struct FingerprintHash {
  using is_avalanching = void;
  std::size_t operator()(const Fingerprint& fingerprint) const {
    std::size_t hash = 0;
    std::memcpy(&hash, fingerprint.bytes().data(), sizeof(hash));
    return hash;
  }
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

  const Fingerprints fingerprints_;
  std::int64_t second_ = -1;
  boost::unordered_flat_map<Fingerprint, SharedBytes, FingerprintHash> sealed_;
  std::size_t bytes_ = 0;  ///< of sealed_
};

/// Returns the origin of a URL as the official bridge writes it: `scheme://host` in lower case,
/// with the port if it is not the scheme's default (RFC 6454 section 4). Returns a text without
/// scheme and host ("null", "") unchanged. Two URLs give the same text if and only if their origins
/// are equal. Any thread.
[[nodiscard]] std::string OriginFrom(std::string_view address);

/// The sender that a message counts against in shared limits: keyed hashes of its IP address and
/// its client ID. They are short, because each message in memory has one. Two senders with the same
/// hashes share their limits; no sender can cause that. A plain value.
struct Sender {
  /// Bits of `address`. Message keeps two flags in the other two bits.
  static constexpr unsigned kAddressBits = 30;
  static constexpr std::uint32_t kAddressMask = (std::uint32_t{1} << kAddressBits) - 1;

  std::uint32_t address = 0;
  std::uint32_t id = 0;

  /// Hashes a sender. IPv6 addresses count by /48, the largest network that one customer gets.
  [[nodiscard]] static Sender Make(const SipHash& hash, const IpAddress& address,
                                   std::string_view client_id);
  /// Hashes a sender whose IP address is unknown (after a restart), with an address hash of its
  /// own.
  [[nodiscard]] static Sender Make(const SipHash& hash, std::string_view client_id);

  /// Both hashes as one number.
  [[nodiscard]] std::uint64_t key() const { return (std::uint64_t{address} << 32U) | id; }

  friend auto operator<=>(const Sender&, const Sender&) = default;
};

}  // namespace prichal::bridge

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal {

/// An IPv6 address, or an IPv4 address mapped into IPv6 (RFC 4291 section 2.5.5.2). Each address
/// has exactly one value, however it was written. A value type; any thread.
class IpAddress {
 public:
  using Bytes = std::array<unsigned char, 16>;

  /// The unspecified address "::", used if no address is known.
  constexpr IpAddress() = default;
  /// `bytes`: network byte order.
  explicit constexpr IpAddress(const Bytes& bytes) : bytes_(bytes) {}
  /// `v4`: IPv4 in network byte order.
  explicit constexpr IpAddress(const std::array<unsigned char, 4>& v4)
      : bytes_{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, v4[0], v4[1], v4[2], v4[3]} {}

  /// Parses "192.0.2.1" or "2001:db8::1". Empty for a port, brackets, a zone or a host name.
  [[nodiscard]] static std::optional<IpAddress> Parse(std::string_view text);

  /// True for a mapped IPv4 address.
  [[nodiscard]] bool is_v4() const;
  /// True for 127.0.0.0/8 and ::1.
  [[nodiscard]] bool is_loopback() const;
  /// True for loopback and for the unspecified address, which Unix socket peers have.
  [[nodiscard]] bool is_local() const { return is_loopback() || *this == IpAddress(); }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }
  /// Formats the address for Parse(). IPv4 is written in dotted form.
  [[nodiscard]] std::string ToText() const;

  friend bool operator==(const IpAddress&, const IpAddress&) = default;

 private:
  Bytes bytes_{};
};

/// A CIDR range. An IPv6 range contains no IPv4 address; "::/0" does not either.
class IpRange {
 public:
  /// Parses "10.0.0.0/8" or "2001:db8::/32". A single address is a range of one. The error names
  /// the text and the fix.
  [[nodiscard]] static Result<IpRange, std::string> Parse(std::string_view text);

  [[nodiscard]] bool Contains(const IpAddress& address) const;

 private:
  IpRange(const IpAddress& first, std::size_t prefix) : first_(first), prefix_(prefix) {}

  IpAddress first_;
  std::size_t prefix_;  ///< 0 to 128, also for IPv4
};

}  // namespace prichal

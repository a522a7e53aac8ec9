#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal {

/// An IP address: IPv6, or IPv4 mapped into it (RFC 4291 section 2.5.5.2), so that one machine has
/// one value however its address was written.
class IpAddress {
 public:
  using Bytes = std::array<unsigned char, 16>;

  /// "::", no machine's.
  constexpr IpAddress() = default;
  explicit constexpr IpAddress(const Bytes& bytes) : bytes_(bytes) {}
  /// IPv4, in the order of the wire.
  explicit constexpr IpAddress(const std::array<unsigned char, 4>& v4)
      : bytes_{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, v4[0], v4[1], v4[2], v4[3]} {}

  /// "192.0.2.1", "2001:db8::1": no port, no brackets, no zone, no name.
  [[nodiscard]] static std::optional<IpAddress> Parse(std::string_view text);

  [[nodiscard]] bool is_v4() const;
  /// 127.0.0.0/8 and ::1: this machine.
  [[nodiscard]] bool is_loopback() const;
  /// Loopback, or none at all: who comes by a unix socket is a process of this machine.
  [[nodiscard]] bool is_local() const { return is_loopback() || *this == IpAddress(); }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }
  /// As Parse() takes it; IPv4 in its own form.
  [[nodiscard]] std::string ToText() const;

  friend bool operator==(const IpAddress&, const IpAddress&) = default;

 private:
  Bytes bytes_{};
};

/// All addresses that begin with the same bits. A range of IPv6 holds no IPv4 address, "::/0"
/// neither.
class IpRange {
 public:
  /// "10.0.0.0/8", "2001:db8::/32"; an address alone is a range of one. The error names the text
  /// and the way out.
  [[nodiscard]] static Result<IpRange, std::string> Parse(std::string_view text);

  [[nodiscard]] bool Contains(const IpAddress& address) const;

 private:
  IpRange(const IpAddress& first, std::size_t prefix) : first_(first), prefix_(prefix) {}

  IpAddress first_;
  std::size_t prefix_;  ///< bits, of 128 also for IPv4
};

}  // namespace prichal

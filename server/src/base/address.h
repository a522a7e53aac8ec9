#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Returns true if `address` is globally reachable: not loopback, private, link-local, multicast or
/// otherwise reserved by IANA (special-purpose registries of IPv4 and IPv6, RFC 6890). For NAT64
/// (RFC 6052) the embedded IPv4 address decides. Check it before connecting to an address that a
/// remote party chose, to prevent requests to internal services. Any thread.
[[nodiscard]] bool IsPublic(const IpAddress& address);

/// An address to listen on, as written in the configuration: the address, followed by options.
///
///     127.0.0.1:8080
///     [::]:443 tls
///     10.0.0.1:8080 proxy plain
///     unix:/run/prichal/http.sock mode=660 group=www-data
///     systemd:site
struct ListenAddress {
  /// kInherited: a socket passed by the service manager.
  enum class Kind : std::uint8_t { kIp, kUnix, kInherited };

  static constexpr mode_t kMode = 0660;
  /// Longest path in bytes (unix(7): sun_path without its terminating zero).
  static constexpr std::size_t kMostPathBytes = 107;

  /// Parses one entry of `listen`. The error describes the problem; the caller appends the fix.
  [[nodiscard]] static Result<ListenAddress, std::string> Parse(std::string_view text);

  /// Formats the address without its options.
  [[nodiscard]] std::string ToText() const;
  /// Formats the address with the options that differ from their defaults, for Parse().
  [[nodiscard]] std::string ToConfigText() const;
  [[nodiscard]] bool is_v6() const { return host.find(':') != std::string::npos; }
  /// True if the two listeners conflict: the same or a containing address ("0.0.0.0", "[::]") on
  /// the same non-zero port, the same path, or the same name.
  [[nodiscard]] bool IsSamePlace(const ListenAddress& other) const;

  bool operator==(const ListenAddress&) const = default;

  Kind kind = Kind::kIp;
  std::string host{};      ///< kIp: a literal IPv4 or IPv6 address without brackets
  std::uint16_t port = 0;  ///< kIp; 0 lets the kernel choose
  bool v6_only = false;    ///< kIp: "::" accepts no IPv4; see KeepFamiliesApart()
  std::string path{};      ///< kUnix: absolute path of the socket file
  mode_t mode = kMode;     ///< kUnix: mode of the file; write permission allows connecting
  bool proxied = false;    ///< connections begin with a PROXY header, version 2
  bool tls = false;        ///< requires TLS: start-up fails without a certificate
  bool plain = false;      ///< never uses TLS, even if a certificate is configured
  std::string name{};      ///< kInherited: name of the inherited sockets
  int inherited = -1;      ///< kInherited: not owned; -1 until the name is resolved
  /// KUnix: group of the file, by name or ID. Empty for the group of the process.
  std::string group{};
};

/// Sets `v6_only` for each "[::]" in `all` whose port also has an IPv4 listener, so that each
/// socket accepts its own family. All other "[::]" accept IPv4 too, whatever net.ipv6.bindv6only
/// says.
void KeepFamiliesApart(std::vector<ListenAddress>& all);

}  // namespace prichal

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal {

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

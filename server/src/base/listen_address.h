#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prichal {

/// What a server listens on, as an operator writes it: an address and, behind it, words that say
/// more.
///
///     127.0.0.1:8080
///     [::]:8080
///     10.0.0.1:8080 proxy
///     unix:/run/prichal/http.sock mode=660 group=www-data
///     systemd:site
struct ListenAddress {
  enum class Kind : std::uint8_t { kIp, kUnix, kInherited };

  static constexpr mode_t kMode = 0660;
  /// Bytes of a path (unix(7): sun_path, with the zero that ends it).
  static constexpr std::size_t kMostPathBytes = 107;

  /// Nothing: it is none.
  [[nodiscard]] static std::optional<ListenAddress> Parse(std::string_view text);

  /// Without the words.
  [[nodiscard]] std::string ToText() const;
  [[nodiscard]] bool is_v6() const { return host.find(':') != std::string::npos; }
  /// Both are the same place, where no two listeners can be; port 0 is any.
  [[nodiscard]] bool IsSamePlace(const ListenAddress& other) const;

  Kind kind = Kind::kIp;
  std::string host{};      ///< kIp: a literal IPv4 or IPv6 address, no brackets
  std::uint16_t port = 0;  ///< kIp; 0: any
  bool v6_only = false;    ///< kIp: "::" takes no IPv4; see KeepFamiliesApart()
  std::string path{};      ///< kUnix: absolute
  mode_t mode = kMode;     ///< kUnix: of the file; who may write to it may connect
  bool proxied = false;    ///< connections begin with a PROXY header, version 2
  std::string name{};      ///< kInherited: of the sockets that the process was started with
  int inherited = -1;      ///< kInherited: one of them, somebody else's; -1: none is known yet
  std::string group{};     ///< kUnix: of the file, by name or number; empty: that of the process
};

/// "[::]" takes IPv4 too, unless an IPv4 address with its port is among `all`: then each takes its
/// own family. Whatever the system's default is (net.ipv6.bindv6only).
void KeepFamiliesApart(std::vector<ListenAddress>& all);

}  // namespace prichal

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal {

/// What a server listens on, as an operator writes it: an address and, behind it, words that say
/// more.
///
///     127.0.0.1:8080
///     [::]:443 tls
///     10.0.0.1:8080 proxy plain
///     unix:/run/prichal/http.sock mode=660 group=www-data
///     systemd:site
struct ListenAddress {
  enum class Kind : std::uint8_t { kIp, kUnix, kInherited };

  static constexpr mode_t kMode = 0660;
  /// Bytes of a path (unix(7): sun_path, with the zero that ends it).
  static constexpr std::size_t kMostPathBytes = 107;

  /// The error says what is wrong with it, to be followed by what would be right.
  [[nodiscard]] static Result<ListenAddress, std::string> Parse(std::string_view text);

  /// Without the words.
  [[nodiscard]] std::string ToText() const;
  /// With those of them that change something: as Parse() takes it.
  [[nodiscard]] std::string ToConfigText() const;
  [[nodiscard]] bool is_v6() const { return host.find(':') != std::string::npos; }
  /// No two listeners can be there: the same address, or one that holds the other ("0.0.0.0" all of
  /// IPv4, "[::]" of IPv6), at one port, of which 0 is any; one path; one name.
  [[nodiscard]] bool IsSamePlace(const ListenAddress& other) const;

  bool operator==(const ListenAddress&) const = default;

  Kind kind = Kind::kIp;
  std::string host{};      ///< kIp: a literal IPv4 or IPv6 address, no brackets
  std::uint16_t port = 0;  ///< kIp; 0: any
  bool v6_only = false;    ///< kIp: "::" takes no IPv4; see KeepFamiliesApart()
  std::string path{};      ///< kUnix: absolute
  mode_t mode = kMode;     ///< kUnix: of the file; who may write to it may connect
  bool proxied = false;    ///< connections begin with a PROXY header, version 2
  bool tls = false;        ///< it has to speak TLS: without a certificate it is a mistake
  bool plain = false;      ///< it speaks none, whatever the others do
  std::string name{};      ///< kInherited: of the sockets that the process was started with
  int inherited = -1;      ///< kInherited: one of them, somebody else's; -1: none is known yet
  std::string group{};     ///< kUnix: of the file, by name or number; empty: that of the process
};

/// "[::]" takes IPv4 too, unless an IPv4 address with its port is among `all`: then each takes its
/// own family. Whatever the system's default is (net.ipv6.bindv6only).
void KeepFamiliesApart(std::vector<ListenAddress>& all);

}  // namespace prichal

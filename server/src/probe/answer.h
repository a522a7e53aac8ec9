#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace prichal::probe {

/// Why a request has no whole answer.
enum class Trouble : std::uint8_t {
  kNone,
  kName,     ///< the host's name leads to no address
  kConnect,  ///< nobody listens there, or the way is closed
  kTls,      ///< no handshake, or a certificate that is not believed
  kTimeout,
  kCut,      ///< the connection ended within the answer
  kTooLong,  ///< more than is read
  kOther,    ///< what came is no HTTP, or the address is none
};
inline constexpr std::size_t kTroubles = 8;

/// One word, which stays as it is: "name", "connect", "tls", …
[[nodiscard]] std::string_view NameOf(Trouble trouble);

/// What a server has said.
struct Answer {
  Trouble trouble = Trouble::kNone;
  std::string words;                                         ///< of the trouble, for people
  int status = 0;                                            ///< 0: there is none
  std::vector<std::pair<std::string, std::string>> headers;  ///< names in lower case
  std::string body;
  std::string local_address;  ///< from which was asked; empty: nothing was connected
  /// PEM, the server's own first; of a connection by TLS whose handshake came to its end.
  std::vector<std::string> certificates;
  /// X509_V_…: what is wrong with them; 0: nothing.
  long verified = 0;
  Millis took{0};

  [[nodiscard]] bool came() const { return trouble == Trouble::kNone; }
  /// The first line of this name (in lower case); empty: there is none.
  [[nodiscard]] std::string_view Header(std::string_view name) const;
  [[nodiscard]] std::size_t Count(std::string_view name) const;
};

}  // namespace prichal::probe

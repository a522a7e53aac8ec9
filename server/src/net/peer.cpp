#include "net/peer.h"

#include <arpa/inet.h>

#include <algorithm>

namespace prichal::net {

std::string Peer::AddressText() const {
  static constexpr std::array<unsigned char, 12> kMapped = {0, 0, 0, 0, 0,    0,
                                                            0, 0, 0, 0, 0xff, 0xff};
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool v4 = std::equal(kMapped.begin(), kMapped.end(), address.begin());
  const void* bytes = v4 ? address.data() + kMapped.size() : address.data();
  if (inet_ntop(v4 ? AF_INET : AF_INET6, bytes, text.data(), text.size()) == nullptr) return {};
  return text.data();
}

}  // namespace prichal::net

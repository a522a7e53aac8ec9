#include "site/wallets/reason.h"

namespace prichal::wallets {

std::string_view NameOf(Reason reason) {
  constexpr std::array<std::string_view, kReasons> kNames{
      "address", "unreachable", "tls", "timeout", "too_large", "status", "malformed", "shrunk"};
  return kNames.at(static_cast<std::size_t>(reason));
}

}  // namespace prichal::wallets

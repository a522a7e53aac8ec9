#include "signin/token/refusal.h"

#include <array>
#include <cstddef>

namespace prichal::token {
namespace {

constexpr std::array<std::string_view, 18> kNames = {
    "size",      "form",      "header", "critical", "type",     "key",
    "algorithm", "signature", "claims", "issuer",   "audience", "expired",
    "not_yet",   "method",    "uri",    "nonce",    "binding",  "replay"};
static_assert(kNames.size() == static_cast<std::size_t>(TokenRule::kReplay) + 1);

}  // namespace

std::string_view NameOf(TokenRule rule) { return kNames.at(static_cast<std::size_t>(rule)); }

}  // namespace prichal::token

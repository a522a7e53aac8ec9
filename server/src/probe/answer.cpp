#include "probe/answer.h"

#include <algorithm>
#include <array>

namespace prichal::probe {

std::string_view NameOf(Trouble trouble) {
  constexpr std::array<std::string_view, kTroubles> kNames{"none",    "name", "connect",  "tls",
                                                           "timeout", "cut",  "too_long", "other"};
  return kNames.at(static_cast<std::size_t>(trouble));
}

std::string_view Answer::Header(std::string_view name) const {
  const auto found =
      std::find_if(headers.begin(), headers.end(), [&](const auto& h) { return h.first == name; });
  return found == headers.end() ? std::string_view() : found->second;
}

std::size_t Answer::Count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(headers.begin(), headers.end(),
                                                [&](const auto& h) { return h.first == name; }));
}

}  // namespace prichal::probe

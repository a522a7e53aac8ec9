#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/doctor/judgements.h"
#include "base/clock.h"

namespace prichal::app::doctor {

/// Looks all of these names up at once, as any program of this machine does (getaddrinfo(3)), for
/// `most` at most: what has not come by then is kNoAnswer.
[[nodiscard]] std::vector<LookedUp> LookUp(const std::vector<std::string>& names, Millis most);

/// The addresses of one name, as text, each once.
struct Addresses {
  LookedUp::Outcome outcome = LookedUp::Outcome::kNoAnswer;
  std::vector<std::string> texts;
};
[[nodiscard]] Addresses AddressesOf(const std::string& name, Millis most);

/// Whether this machine finds names at all: `known`, an address whose host everybody has, is found.
[[nodiscard]] bool FindsNames(const std::string& known, Millis most);

/// The host of an address, without brackets.
[[nodiscard]] std::string HostOf(std::string_view url);

}  // namespace prichal::app::doctor

// DNS lookups with a deadline, for `prichal doctor`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ops/doctor/judgements.h"
#include "base/clock.h"

namespace prichal::app::doctor {

/// Looks up all names in parallel with getaddrinfo(3). Names without an answer after `most` are
/// kNoAnswer.
[[nodiscard]] std::vector<LookedUp> LookUp(const std::vector<std::string>& names, Millis most);

/// Addresses of a name as text, without duplicates.
struct Addresses {
  LookedUp::Status outcome = LookedUp::Status::kNoAnswer;
  std::vector<std::string> texts;
};
[[nodiscard]] Addresses AddressesOf(const std::string& name, Millis most);

/// Returns whether DNS works on this machine: the host of the well-known URL `known` is found.
[[nodiscard]] bool FindsNames(const std::string& reference, Millis most);

/// Returns the host of a URL, without brackets.
[[nodiscard]] std::string HostOf(std::string_view url);

}  // namespace prichal::app::doctor

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace prichal::chaos {

/// What was done to a store, and what was wrong with it then.
struct DiskReport {
  std::uint64_t losses = 0;        ///< of power
  std::uint64_t failures = 0;      ///< runs in which a call failed
  std::uint64_t acknowledged = 0;  ///< messages
  std::uint64_t checks = 0;        ///< starts after which everything owed was looked for
  /// How often what was seen: a judge that never saw a checkpoint has not judged one.
  std::map<std::string, std::uint64_t> seen;
  std::vector<std::string> wrong;  ///< each with the seed that shows it

  void Add(const DiskReport& other);
};

}  // namespace prichal::chaos
